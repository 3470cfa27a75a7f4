// Makes the coast a module of the page, `virtual:coast`, and on a build writes it and the silhouettes of the counters beside the Python
// drawing of the map, so that both draw the same.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cut } from "./coast.ts";
import { icons } from "./src/boards/pax-romana/art/icons.ts";

const NAME = "virtual:coast";

export function coast() {
  let root = "";
  let shapes = "";
  const text = () => {
    shapes ||= JSON.stringify(cut(JSON.parse(readFileSync(createRequire(`${root}/`).resolve("world-atlas/land-10m.json"), "utf-8"))));
    return shapes;
  };
  return {
    name: "coast",
    configResolved: (config) => void (root = config.root),
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export default JSON.parse(${JSON.stringify(text())});` : undefined),
    writeBundle: () => writeFileSync(`${root}/../src/ludi/games/pax_romana/drawing/shapes.json`, `{"coast":${text()},"icons":${JSON.stringify(icons)}}`),
  };
}
