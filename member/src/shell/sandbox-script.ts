/**
 * Adds the script that shows the sandbox on the pages, once. The script is no part of this build: a
 * server with the sandbox serves it (decision 0172).
 */
import { attempt } from "../device/attempt.ts";

/** `off`: this browser shows no sandbox; tests and pictures set it. */
const STORED_KEY = "sandbox-ribbon";
const SCRIPT_ID = "sandbox-script";

export function addSandboxScript(path: string): void {
  const isOff = attempt(() => localStorage.getItem(STORED_KEY)) === "off";
  if (isOff || document.getElementById(SCRIPT_ID)) return;
  const script = document.createElement("script");
  script.id = SCRIPT_ID;
  script.type = "module";
  script.src = path;
  document.head.append(script);
}
