// Light or dark: what the system says, until the reader decides.

import { button } from "./dom.ts";

const store = "heddle-theme";

function stored(): string | null {
  try {
    return localStorage.getItem(store);
  } catch {
    return null; // a local file may have no storage
  }
}

/** Returns the function that switches. */
export function addThemeSwitch(parent: HTMLElement): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const theme = stored();
  if (theme) root.dataset.theme = theme;
  const toggle = () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem(store, root.dataset.theme);
    } catch {
      // not remembered
    }
  };
  parent.append(button("◐", "light or dark (t)", toggle));
  return toggle;
}
