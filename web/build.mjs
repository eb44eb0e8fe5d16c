// Builds dist/viewer.html and dist/bench.html: each is a template with its style and its program in it.
// `node build.mjs FOLDER` writes elsewhere.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? join(root, "dist");

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    minify: true,
    write: false,
    charset: "utf8",
    legalComments: "none",
    format: "iife",
    target: "es2022",
  });
  return result.outputFiles[0].text.trim();
}

async function buildPage(name, styleFile, programFile) {
  const [template, style, program] = await Promise.all([
    readFile(join(root, `src/${name}`), "utf8"),
    bundle(styleFile),
    bundle(programFile),
  ]);
  if (program.includes("</script")) throw new Error("the program would end its own element");
  // Functions, because a replacement text may contain $.
  const page = template.replace("@STYLE@", () => style).replace("@PROGRAM@", () => program);
  await writeFile(join(folder, name), page);
}

await mkdir(folder, { recursive: true });
await buildPage("viewer.html", "src/style.css", "src/main.ts");
await buildPage("bench.html", "src/bench/style.css", "src/bench/main.ts");
