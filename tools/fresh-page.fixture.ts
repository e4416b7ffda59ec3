/**
 * Runs before every test file of the member app and the console: the files of a worker share one
 * simulated browser. Each loads its modules anew and finds an empty document, no stored entries and
 * running timers.
 */
import { vi } from "vitest";

vi.resetModules();
vi.useRealTimers();
// A few files test code of workers and of the build, without a document.
if (typeof document !== "undefined") {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
}
