/** Pseudonyms of devices, which cannot be traced back: the same device has the same one. */
import type { Context } from "../../platform/context.ts";

const DIGITS = 6;

/** Returns a stable name of a device or network; an empty text when it is unknown. */
export const pseudonym = (
  { secrets }: Pick<Context, "secrets">,
  kind: "device" | "network",
  value: string,
): string =>
  value === ""
    ? ""
    : secrets.mac("code-guesser", `${kind}:${value}`).toString("hex").slice(0, DIGITS);
