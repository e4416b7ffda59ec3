/** Which checkout's build the processes of a cluster run. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const fileOf = ({ directory }) => join(directory, "product");

/** Makes each process that starts from now on run the build of a checkout. Throws when there is none. */
export function setProduct(places, checkout) {
  const product = resolve(checkout);
  const main = join(product, "server/dist/main.js");
  if (!existsSync(main)) throw new Error(`${main} is missing: build that checkout first.`);
  writeFileSync(fileOf(places), product);
}

/** Returns the file that a process of the product runs. */
export const mainOf = (places) => join(readFileSync(fileOf(places), "utf8"), "server/dist/main.js");
