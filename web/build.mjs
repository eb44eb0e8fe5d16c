// Builds dist/viewer.html: the template with its style and its program in it. `node build.mjs FILE` writes elsewhere.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2] ?? join(root, "dist/viewer.html");

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

const [template, style, program] = await Promise.all([
  readFile(join(root, "src/viewer.html"), "utf8"),
  bundle("src/style.css"),
  bundle("src/main.ts"),
]);
if (program.includes("</script")) throw new Error("the program would end its own element");
// Functions, because a replacement text may contain $.
const page = template.replace("@STYLE@", () => style).replace("@PROGRAM@", () => program);
await mkdir(dirname(output), { recursive: true });
await writeFile(output, page);
