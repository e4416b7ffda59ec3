/**
 * Generates the database's CHECK of delivery kinds from their records
 * (`server/src/domain/catalog/functions/delivery-kinds.sql`). `--write` writes the file;
 * `npm run check-boundaries` fails when it is stale.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deliveryKinds } from "../server/src/domain/catalog/model/delivery-kinds.ts";

const FILE = "server/src/domain/catalog/functions/delivery-kinds.sql";

/** Returns the text of the file for these kinds. */
export function deliveryKindsSql(kinds: readonly string[]): string {
  const named = kinds
    .toSorted()
    .map((kind) => `'${kind}'`)
    .join(", ");
  return `-- Generated from delivery-kinds.ts by \`npx tsx tools/delivery-kinds.ts --write\`; not edited by hand.
-- The constraint refuses a contract with a delivery that has no record. NOT VALID: a build without
-- the newest kind must start on a database that has a contract of it.
ALTER TABLE fulfilment_contract DROP CONSTRAINT IF EXISTS fulfilment_contract_delivery_check;
ALTER TABLE fulfilment_contract ADD CONSTRAINT fulfilment_contract_delivery_check
  CHECK (delivery IN (${named})) NOT VALID;
`;
}

/** Returns a finding when the file is missing or stale. */
export function staleDeliveryKinds(root: string): string[] {
  const file = join(root, FILE);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text === deliveryKindsSql(Object.keys(deliveryKinds))
    ? []
    : [`${FILE}: is stale; run npx tsx tools/delivery-kinds.ts --write`];
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv.includes("--write")) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  writeFileSync(join(root, FILE), deliveryKindsSql(Object.keys(deliveryKinds)));
}
