/**
 * The state of a page in its URL: filters, tab, page key and the open panel. An unknown value is
 * dropped, so no address can break a page.
 */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { ownValue } from "@yunjing/contract/own-value";

/** Reads the text of one parameter; undefined for a value that the page does not know. */
export type Parser<T> = (text: string) => T | undefined;
export type SearchSpec = Readonly<Record<string, Parser<unknown>>>;
export type SearchValues<S extends SearchSpec> = {
  readonly [K in keyof S]?: S[K] extends Parser<infer T> ? T : never;
};
export type SearchPatch<S extends SearchSpec> = {
  readonly [K in keyof S]?: SearchValues<S>[K] | undefined;
};

/** One of the given values. */
export const oneOf =
  <const T extends string>(...values: readonly T[]): Parser<T> =>
  (text) =>
    values.find((value) => value === text);

/** A text of at most `max` characters. */
export const text =
  (max = 64): Parser<string> =>
  (value) =>
    value.length <= max && value !== "" ? value : undefined;

const PLACES: ReadonlySet<string> = new Set(["tab", "open", "cursor", "box", "sort"]);

/** Returns the patch that clears every filter of a page; its tab and its open panel stay. */
export function noFilters<S extends SearchSpec>(spec: S): { readonly [K in keyof S]?: undefined } {
  const names = Object.keys(spec).filter((name) => !PLACES.has(name));
  return Object.fromEntries(names.map((name) => [name, undefined])) as {
    readonly [K in keyof S]?: undefined;
  };
}

/** Reads what a page knows of an address. */
export function readSearch<S extends SearchSpec>(
  spec: S,
  search: Readonly<Record<string, unknown>>,
): SearchValues<S> {
  const read: Record<string, unknown> = {};
  for (const [name, parse] of Object.entries(spec)) {
    const value = ownValue(search, name);
    const parsed = typeof value === "string" ? parse(value) : undefined;
    if (parsed !== undefined) read[name] = parsed;
  }
  return read as SearchValues<S>;
}

/**
 * Returns the values of the address and a function that changes some of them. A change of a filter
 * leaves the page key out, because it belongs to the old list; `undefined` removes a value.
 */
export function useSearchState<S extends SearchSpec>(
  spec: S,
): readonly [SearchValues<S>, (patch: SearchPatch<S>) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const values = useMemo(() => readSearch(spec, search), [spec, search]);
  const change = useCallback(
    (patch: SearchPatch<S>) => {
      void navigate({
        to: ".",
        replace: Object.keys(patch).every((name) => name === "keyword"),
        search: (old: Readonly<Record<string, unknown>>) => {
          const next = new Map(Object.entries(old));
          const isFilter = Object.keys(patch).some((name) => name !== "open" && name !== "cursor");
          if (isFilter) next.delete("cursor");
          for (const [name, value] of Object.entries<unknown>(patch)) {
            if (value === undefined || value === "") next.delete(name);
            else next.set(name, String(value));
          }
          return Object.fromEntries(next);
        },
      });
    },
    [navigate],
  );
  return [values, change];
}
