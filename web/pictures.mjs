// node pictures.mjs HEDDLE: takes the pictures in doc/images of the pages that README.md shows.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { withPalette } from "./png.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const heddle = resolve(process.argv[2] ?? join(root, "build/heddle"));
const directory = mkdtempSync(join(tmpdir(), "heddle-pictures-"));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });

/** `prepare` brings the page to what is worth showing, which is as high as `height`. */
async function picture(name, colorScheme, height, prepare, ...words) {
  const page = join(directory, `${name}.html`);
  spawnSync(heddle, ["verify", "--report", page, ...words], { cwd: root, stdio: "ignore" });
  const tab = await browser.newPage({ viewport: { width: 1280, height }, colorScheme });
  await tab.goto(pathToFileURL(page).href);
  await prepare(tab);
  await tab.waitForTimeout(300); // arrows are drawn with the next frame
  writeFileSync(join(root, "doc/images", `${name}.png`), withPalette(await tab.screenshot()));
  await tab.close();
}

const toTheEnd = (tab) => tab.keyboard.press("End");
/** What holds at a line of the source, at the top of the window. */
const toInvariant = (text) => async (tab) => {
  const line = tab.locator(".line", { hasText: text }).first();
  await line.evaluate((each) => (each.nextElementSibling.open = true));
  await line.evaluate((each) => each.previousElementSibling.scrollIntoView());
};

await picture("page-light", "light", 720, toTheEnd, "--engine", "random", "examples/lost_update.c");
await picture("race", "light", 720, toTheEnd, "--engine", "random", "--property", "no-data-race", "examples/requests.c");
await picture("proof", "light", 720, toInvariant("assert(inside == 1)"), "--engine", "lazy", "--check-proof", "examples/peterson_forever.c");
await picture("protection", "light", 720, async () => {}, "--engine", "modular", "--check-proof", "--property", "no-data-race", "examples/requests_fixed.c");
await picture("deadlock", "dark", 720, toTheEnd, "--engine", "explore", "--property", "no-deadlock", "examples/transfer.c");
await browser.close();
rmSync(directory, { recursive: true });
