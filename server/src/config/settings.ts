/** Reads `SETTINGS`: business values, and contacts of installations that still name them there. */
import { sandboxChanges, type Settings, settingsWith } from "../platform/settings.ts";
import type { SupportContact } from "../platform/support-contact.ts";
import { ConfigError } from "./error.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Not assigned. */
const SANDBOX_PHONE = "400-000-0000";

/** Names that were settings before the contacts were content (decision 0116). */
type FormerSettings = { readonly servicePhone?: unknown; readonly serviceHours?: unknown };

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError("SETTINGS is not JSON");
  }
}

export function readSettings(
  env: Env,
  sandboxIsOn: boolean,
): { readonly settings: Settings; readonly firstContacts: Partial<SupportContact> } {
  const json = readJson(env["SETTINGS"] ?? "{}");
  if (typeof json !== "object" || json === null) {
    throw new ConfigError("SETTINGS must be a JSON object");
  }
  const { servicePhone, serviceHours, ...changes }: FormerSettings = json;
  const phone = servicePhone ?? (sandboxIsOn ? SANDBOX_PHONE : "");
  return {
    settings: settingsWith({ ...(sandboxIsOn ? sandboxChanges : {}), ...changes }),
    firstContacts: {
      ...(typeof phone === "string" && phone !== "" ? { phone } : {}),
      ...(typeof serviceHours === "string" ? { hours: serviceHours } : {}),
    },
  };
}
