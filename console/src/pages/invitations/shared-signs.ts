/** Finds the devices and payers that several of an inviter's friends share. */
import type { api, Item } from "../../api/client.ts";

type Row = Pick<
  Item<typeof api.operatorInvitations.bindings>,
  "bindingId" | "memberNo" | "device" | "payer"
>;

export type SharedSign = {
  readonly kind: "device" | "payer";
  /** The last characters of its hash. */
  readonly tail: string;
  /** The friends who share it, as places in the list. */
  readonly friends: readonly number[];
};

/** Returns what at least two of the friends share, what most share first. */
export function sharedSigns(rows: readonly Row[]): SharedSign[] {
  const found = (["device", "payer"] as const).flatMap((kind) => {
    const places = new Map<string, number[]>();
    rows.forEach((row, place) => {
      const tail = row[kind];
      if (tail !== undefined) places.set(tail, [...(places.get(tail) ?? []), place]);
    });
    return [...places].map(([tail, friends]) => ({ kind, tail, friends }));
  });
  return found
    .filter(({ friends }) => friends.length > 1)
    .toSorted((a, b) => b.friends.length - a.friends.length);
}
