/** Bundles the server into one file of the given name, for tests that start it many times. */
import { bundle } from "./build.mjs";

await bundle("server", process.argv[2]);
