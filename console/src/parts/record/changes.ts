/** Compares two texts that are given field by field. */
import type { Change } from "./diff.tsx";

type Lines = ReadonlyMap<string, string>;

/** Returns the fields that differ, in the order of `after`, and then those that it lacks. */
export const changesBetween = (before: Lines, after: Lines): Change[] =>
  [...new Set([...after.keys(), ...before.keys()])].flatMap((field) => {
    const change = { field, before: before.get(field) ?? "", after: after.get(field) ?? "" };
    return change.before === change.after ? [] : [change];
  });
