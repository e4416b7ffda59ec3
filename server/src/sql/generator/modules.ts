/** The files of callers that belong to a database and to the schemas of all modules. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownValue } from "@yunjing/contract/own-value";
import type pg from "pg";
import type { ModuleSchemas } from "../schemas/schema.ts";
import { readCatalogue, readCompositeTypes } from "./catalogue.ts";
import { readComments } from "./comments.ts";
import { renderModule } from "./render.ts";

const SOURCE = fileURLToPath(new URL("../..", import.meta.url));
const SCHEMAS = join(SOURCE, "sql", "schemas");

const functionFolder = (module: string): string =>
  module === "platform"
    ? join(SOURCE, "platform", "functions")
    : join(SOURCE, "domain", module, "functions");

/** Returns the schemas of every module that has some, in the order of their names. */
export async function readSchemas(): Promise<ReadonlyMap<string, ModuleSchemas>> {
  const modules = readdirSync(SCHEMAS)
    .filter(
      (file) => file.endsWith(".ts") && file !== "schema.ts" && !/\.(test|fixture)\./.test(file),
    )
    .map((file) => file.replace(/\.ts$/, ""))
    .sort();
  const read = await Promise.all(
    modules.map(async (module): Promise<readonly [string, ModuleSchemas]> => {
      const file: Readonly<Record<string, ModuleSchemas>> = await import(`../schemas/${module}.ts`);
      const schemas = ownValue(file, module);
      if (!schemas) throw new Error(`schemas/${module}.ts: exports no ${module}`);
      return [module, schemas];
    }),
  );
  return new Map(read);
}

/** Returns the text of every generated file, by its path from `server/src`. */
export async function generatedFiles(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const catalogue = await readCatalogue(client);
  const composites = await readCompositeTypes(client);
  const schemas = await readSchemas();
  return new Map(
    [...schemas].map(([module, ofModule]) => [
      `sql/${module}.ts`,
      renderModule(module, ofModule, {
        catalogue,
        composites,
        comments: readComments(functionFolder(module)),
      }),
    ]),
  );
}
