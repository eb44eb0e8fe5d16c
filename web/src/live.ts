// A page that follows its program: `heddle view --watch` writes the page again after each change of a source.
//
// A local page has no server to ask and may read no file, but it may load a script. The script beside it calls
// heddleLive with the version of the page that lies there now; a page of another version loads itself again, which
// keeps the place in its address. When the script is gone, the watch has ended.

import { element } from "./dom.ts";

interface Live {
  version: string;
  script: string;
}

interface State {
  version: string;
  state: "verifying" | "shown";
}

declare global {
  interface Window {
    heddleLive?: (state: State) => void;
  }
}

const interval = 500; // ms

/** What is said while the page is up to date, while there is something newer to come, and at the end. */
const texts = { shown: "follows the sources", verifying: "verifying again …", ended: "no longer follows the sources" };

export function followChanges(parent: HTMLElement): void {
  const live = JSON.parse(document.getElementById("live")?.textContent ?? "null") as Live | null;
  if (!live) return;
  const note = element("span", { class: "live shown", role: "status" }, texts.shown);
  parent.prepend(note);
  const show = (state: keyof typeof texts) => {
    if (note.textContent === texts[state]) return;
    note.textContent = texts[state];
    note.className = `live ${state}`;
  };
  window.heddleLive = ({ version, state }) => {
    if (state === "shown" && version !== live.version) location.reload();
    else show(state);
  };
  const ask = () => {
    // The query keeps the browser from taking the script from its memory.
    const script = element("script", { src: `${encodeURIComponent(live.script)}?${Date.now()}` });
    script.addEventListener("load", () => {
      script.remove();
      setTimeout(ask, interval);
    });
    script.addEventListener("error", () => {
      script.remove();
      show("ended");
    });
    document.head.append(script);
  };
  ask();
}
