/**
 * Asks the browser where it is. A refusal is an answer like any other: the caller goes on by hand
 * and nothing asks again by itself.
 */
export type Position = { readonly lat: number; readonly lng: number };
export type Located = Position | "refused" | "unknown";

const WAIT_MS = 8_000;
const FRESH_MS = 5 * 60_000;
/** About a hundred metres: enough for a list of stores, and no more than that leaves the device. */
const PLACES = 1_000;

let last: { readonly at: number; readonly position: Position } | undefined;

const rough = (degrees: number): number => Math.round(degrees * PLACES) / PLACES;

/** The position found in the last five minutes, without asking. */
export const lastPosition = (): Position | undefined =>
  last && Date.now() - last.at < FRESH_MS ? last.position : undefined;

/** Asks; `refused` when the member or the browser said no, `unknown` when nothing came back. */
export function locate(): Promise<Located> {
  return new Promise((resolve) => {
    if (!("geolocation" in navigator)) return resolve("refused");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const position = { lat: rough(coords.latitude), lng: rough(coords.longitude) };
        last = { at: Date.now(), position };
        resolve(position);
      },
      (failure) => resolve(failure.code === failure.PERMISSION_DENIED ? "refused" : "unknown"),
      { timeout: WAIT_MS, maximumAge: FRESH_MS },
    );
  });
}

/** True when the member allowed it before, so asking shows no question. */
export async function mayLocate(): Promise<boolean> {
  if (!("permissions" in navigator)) return false;
  const asked = navigator.permissions.query({ name: "geolocation" });
  return asked.then(
    ({ state }) => state === "granted",
    () => false,
  );
}
