/**
 * Bundles an entry of the server into one file, for tests that start it many times. Takes the
 * entry's path in the repository and the file's name.
 */
import { bundle } from "./build.mjs";

await bundle(process.argv[2], process.argv[3]);
