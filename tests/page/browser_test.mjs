// node browser_test.mjs ROOT HEDDLE CHROMIUM DIRECTORY: each test makes a report of a program and reads it in a browser.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [root, heddle, executablePath, directory] = process.argv.slice(2);
const { chromium } = await import(pathToFileURL(join(root, "web/node_modules/playwright-core/index.mjs")));
const wide = { width: 1400, height: 900 };
const narrow = { width: 400, height: 800 };

const lostUpdate = `
#include <assert.h>
#include <pthread.h>
static int counter;
static void *increment(void *argument) {
  counter++;
  return argument;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, increment, 0);
  pthread_create(&second, 0, increment, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
}
`;

const locked = `
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *increment(void *argument) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, increment, 0);
  pthread_create(&second, 0, increment, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
`;

const handOver = `
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int items;
static void *produce(void *argument) {
  pthread_mutex_lock(&mutex);
  items = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t producer;
  pthread_mutex_lock(&mutex);
  pthread_create(&producer, 0, produce, 0);
  while (items == 0)
    pthread_cond_wait(&ready, &mutex);
  assert(items == 0);
}
`;

const long = `
#include <assert.h>
#include <pthread.h>
static volatile int x;
static void *count(void *argument) {
  for (int i = 0; i < 1250; i++)
    x = x + 1;
  return argument;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, count, 0);
  pthread_create(&second, 0, count, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(0);
}
`;

const hostile = `
#include <assert.h>
static const char *text = "</script><b id='evil'>\u2028</b><!--";
int x;
int main(void) {
  x = 1;
  assert(x == 2 && "</script><i id='evil'></i>");
}
`;

let made = 0;
function report(program, ...options) {
  const name = join(directory, `program${++made}`);
  writeFileSync(`${name}.c`, program);
  const run = spawnSync(heddle, ["verify", "--report", `${name}.html`, ...options, `${name}.c`], { encoding: "utf8" });
  assert.ok([0, 1, 3].includes(run.status), `heddle ended with ${run.status}: ${run.stderr}`);
  return pathToFileURL(`${name}.html`).href;
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

/** Opens the page; it must make no request and no error. */
async function open(address, options = {}) {
  const page = await browser.newPage({ viewport: wide, colorScheme: "light", ...options });
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) page.problems.push(request.url());
  });
  await page.goto(address);
  return page;
}

const texts = (page, selector) => page.locator(selector).allTextContents();
const current = (page) => page.locator(".row.current .text").textContent();
const valueOf = (page, variable) => page.locator(`.values tr[data-variable="${variable}"] .value`).textContent();
async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}
/** Arrows are drawn with the next frame. */
const frame = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const tests = {
  async "shows the violation, a lane for each thread, and the explanation"() {
    const page = await open(report(lostUpdate));
    assert.match(await page.locator("h1").textContent(), /violated unreach-call/);
    assert.match(await page.locator(".message").first().textContent(), /counter == 2/);
    assert.deepEqual(await texts(page, ".lane-name"), ["main", "T1 increment", "T2 increment"]);
    assert.match((await texts(page, ".why li"))[0], /counter is 1, last written by T/);
    assert.equal((await texts(page, ".code .line")).length, lostUpdate.split("\n").length - 1);
    return page;
  },

  async "steps forward and back with keys and buttons"() {
    const page = await open(report(lostUpdate));
    const first = await current(page);
    await press(page, "ArrowDown");
    const second = await current(page);
    assert.notEqual(second, undefined);
    await press(page, "j", "k", "ArrowUp");
    assert.equal(await current(page), first);
    await page.getByRole("button", { name: "next event" }).click();
    assert.equal(await current(page), second);
    await press(page, "End");
    assert.match(await current(page), /read counter → 1/);
    await press(page, "Home");
    assert.equal(await current(page), first);
    assert.match(await page.locator(".spoken").textContent(), /^step 1, main: /);
    return page;
  },

  async "shows the values after each step"() {
    const page = await open(report(lostUpdate));
    assert.equal(await valueOf(page, "counter"), "0");
    await press(page, "End");
    assert.equal(await valueOf(page, "counter"), "1");
    await press(page, "w");
    assert.equal(await current(page), "counter = 1");
    assert.ok(await page.locator('.values tr.accessed[data-variable="counter"]').count());
    return page;
  },

  async "jumps to context switches, to lines and from facts"() {
    const page = await open(report(lostUpdate));
    const thread = () => page.locator(".row.current").evaluate((row) => row.style.getPropertyValue("--thread"));
    const before = await thread();
    await press(page, "n");
    assert.notEqual(await thread(), before);
    await press(page, "p");
    assert.equal(await thread(), before);
    await page.getByRole("button", { name: /^line 6: / }).click();
    assert.match(await current(page), /counter/);
    assert.equal(await page.locator(".line.current").evaluate((line) => line.firstChild.textContent), "6");
    await page.locator(".why li button").first().click();
    assert.equal(await current(page), "counter = 1");
    return page;
  },

  async "draws arrows for values, start and join, and marks those of the current event"() {
    const page = await open(report(lostUpdate));
    await frame(page);
    assert.equal(await page.locator(".arrow.start").count(), 2);
    assert.equal(await page.locator(".arrow.end").count(), 2);
    assert.ok((await page.locator(".arrow.write").count()) >= 1);
    await press(page, "End");
    await frame(page);
    assert.equal(await page.locator(".arrow.write.marked").count(), 1);
    return page;
  },

  async "draws arrows for locks and signals, and shows which thread holds a lock"() {
    const page = await open(report(handOver, "--no-spurious-wakeups"));
    await frame(page);
    assert.ok((await page.locator(".arrow.unlock").count()) >= 1, "lock hand-over");
    assert.equal(await page.locator(".arrow.signal").count(), 1, "signal");
    assert.equal(await valueOf(page, "mutex"), "held by main");
    await page.locator(".row", { hasText: "signal" }).first().click();
    assert.equal(await valueOf(page, "mutex"), "held by T1");
    return page;
  },

  async "filters by variable"() {
    const page = await open(report(lostUpdate));
    const all = await page.locator(".row").count();
    await page.locator('.values tr[data-variable="counter"] .name').click();
    const rows = await texts(page, ".row .text");
    assert.ok(rows.length < all && rows.every((text) => text.includes("counter")), rows.join("; "));
    await press(page, "Escape");
    assert.equal(await page.locator(".row").count(), all);
    return page;
  },

  async "folds what does not matter, and opens it"() {
    const page = await open(report(lostUpdate));
    assert.match((await texts(page, ".row.fold"))[0], /1 step that does not matter/);
    const folded = await page.locator(".row").count();
    await page.locator(".row.fold").first().click();
    assert.ok((await page.locator(".row").count()) > folded);
    await press(page, "f", "f");
    assert.equal(await page.locator(".row").count(), folded);
    return page;
  },

  async "has a row for each of 5,000 steps, and moves among them"() {
    const page = await open(report(long, "--no-minimize", "--engine", "random", "--depth", "20000"));
    assert.ok((await page.locator(".row").count()) > 5000);
    await press(page, "End");
    assert.equal(await page.locator(".row.current").evaluate((row) => row.nextSibling), null);
    await press(page, "p", "ArrowDown");
    const time = await page.evaluate(async () => {
      const begin = performance.now();
      for (let i = 0; i < 20; ++i)
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
      await new Promise((done) => requestAnimationFrame(done));
      return (performance.now() - begin) / 20;
    });
    console.log(`      ${time.toFixed(1)} ms for a step`);
    return page;
  },

  async "begins with an overview of several properties, and shows proofs"() {
    const page = await open(report(lostUpdate, "--property", "no-data-race", "--property", "no-deadlock"));
    assert.equal(await page.locator(".overview tr").count(), 2);
    assert.match(await page.locator("h1").textContent(), /violated no-data-race/);
    await page.getByRole("button", { name: /no-deadlock/ }).click();
    assert.match(await page.locator("h1").textContent(), /proved no-deadlock/);
    assert.match(await page.locator(".summary dl").textContent(), /for every interleaving/);
    assert.ok(await page.locator(".proof .line").count());
    return page;
  },

  async "shows what protects shared variables, and the invariant beside its lines"() {
    const page = await open(report(locked, "--engine", "modular", "--property", "no-data-race"));
    assert.match(await page.locator("h1").textContent(), /proved no-data-race/);
    const rows = await texts(page, ".protection > table tbody tr");
    assert.ok(rows.includes("counteris protected by mutex"), rows.join("; "));
    assert.match(await page.locator(".protection details").textContent(), /both hold mutex/);
    const note = page.locator(".line", { hasText: "counter++" }).locator("xpath=following-sibling::*[1]");
    assert.match(await note.getAttribute("class"), /invariant/);
    assert.match(await note.textContent(), /holding mutex/);
    return page;
  },

  async "follows the sources while they are watched"() {
    const name = join(directory, "watched page");
    writeFileSync(`${name}.c`, lostUpdate);
    const watch = spawn(heddle, ["view", "--watch", "--no-open", "--report", `${name}.html`, `${name}.c`], { stdio: "ignore" });
    const ended = new Promise((done) => watch.on("exit", done));
    try {
      for (let i = 0; i < 600 && !existsSync(`${name}.live.js`); ++i) await new Promise((done) => setTimeout(done, 100));
      const page = await open(pathToFileURL(`${name}.html`).href);
      assert.match(await page.locator("h1").textContent(), /violated unreach-call/);
      assert.equal(await page.locator(".live").textContent(), "follows the sources");
      writeFileSync(`${name}.c`, lostUpdate.replace("counter == 2", "counter <= 2"));
      await page.waitForSelector("h1 .badge.true", { timeout: 60000 });
      writeFileSync(`${name}.c`, lostUpdate.replace("counter == 2", "counter ="));
      await page.waitForSelector(".summary .error", { timeout: 60000 });
      assert.match(await page.locator(".summary .error").textContent(), /error: expected expression/);
      writeFileSync(`${name}.c`, lostUpdate);
      await page.waitForSelector("h1 .badge.false:has-text('violated')", { timeout: 60000 });
      watch.kill("SIGINT");
      assert.equal(await ended, 1);
      await page.waitForSelector(".live.ended");
      // That the script is gone is how the page learns of the end.
      page.problems = page.problems.filter((problem) => !problem.includes("ERR_FILE_NOT_FOUND"));
      return page;
    } finally {
      watch.kill("SIGKILL");
    }
  },

  async "never reads text of the program as HTML"() {
    const page = await open(report(hostile));
    assert.equal(await page.locator("#evil").count(), 0);
    assert.match(await page.locator(".code").textContent(), /<\/script><b id='evil'>/);
    return page;
  },

  async "is light or dark as the system or the reader wants"() {
    const address = report(lostUpdate);
    const light = await open(address);
    const dark = await open(address, { colorScheme: "dark" });
    assert.notEqual(await background(light), await background(dark));
    await press(light, "t");
    assert.equal(await background(light), await background(dark));
    await light.close();
    return dark;
  },

  async "fits narrow windows"() {
    const page = await open(report(lostUpdate), { viewport: narrow });
    assert.deepEqual(
      await page.evaluate(() => [document.documentElement.scrollWidth <= innerWidth, !!document.querySelector(".lanes.narrow")]),
      [true, true],
    );
    await press(page, "End");
    assert.match(await current(page), /read counter → 1/);
    await page.setViewportSize(wide);
    await page.waitForSelector(".lanes:not(.narrow)");
    return page;
  },

  async "prints everything and no buttons"() {
    const page = await open(report(lostUpdate));
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".toolbar").isVisible(), false);
    const cut = await page.evaluate(() => {
      const lanes = document.querySelector(".lanes");
      return lanes.scrollHeight > lanes.clientHeight + 1;
    });
    assert.equal(cut, false);
    return page;
  },

  async "can be used by a screen reader"() {
    const page = await open(report(lostUpdate));
    const list = page.getByRole("listbox");
    assert.equal(await list.evaluate((each) => document.activeElement === each), true);
    await press(page, "ArrowDown");
    const active = await list.getAttribute("aria-activedescendant");
    assert.equal(await page.locator(`[id="${active}"]`).getAttribute("aria-selected"), "true");
    assert.match(await page.locator(`[id="${active}"]`).getAttribute("aria-label"), /^step \d+, main, .* line \d+: /);
    const unnamed = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, input")].filter((e) => !e.ariaLabel && !e.closest("label")).length,
    );
    assert.equal(unnamed, 0);
    return page;
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    const page = await test();
    assert.deepEqual(page.problems, []);
    await page.close();
    console.log(`ok    ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED ${name}\n${error.stack}`);
  }
}
await browser.close();
process.exit(failed === 0 ? 0 : 1);
