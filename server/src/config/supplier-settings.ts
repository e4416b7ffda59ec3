/** The environment variables of suppliers, and which of them are set. */

const VARIABLES = ["ORIGIN", "KEY_ID", "SECRET", "CALLBACK_KEY_ID", "CALLBACK_SECRET"];

/** The supplier of stores, menus and meals; its settings are required. */
const DINING = "dining";

export type SupplierSettings = Readonly<
  Record<string, readonly { readonly name: string; readonly isSet: boolean }[]>
>;

export const prefixOf = (supplierId: string): string => supplierId.toUpperCase();

const variablesOf = (supplierId: string): string[] =>
  VARIABLES.map((name) => `${prefixOf(supplierId)}_${name}`);

/** Returns the variables of the dining supplier and of these suppliers. */
export const supplierVariables = (supplierIds: readonly string[]): string[] =>
  [DINING, ...supplierIds].flatMap(variablesOf);

/** Returns which variables of each supplier are set; the sandbox brings all of them itself. */
export const readSupplierSettings = (
  env: Readonly<Record<string, string | undefined>>,
  supplierIds: readonly string[],
  sandboxIsOn: boolean,
): SupplierSettings => {
  const values = new Map(Object.entries(env));
  const linesOf = (id: string) =>
    variablesOf(id).map((name) => ({ name, isSet: sandboxIsOn || Boolean(values.get(name)) }));
  return Object.fromEntries([DINING, ...supplierIds].map((id) => [id, linesOf(id)]));
};
