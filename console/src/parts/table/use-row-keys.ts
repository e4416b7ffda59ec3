/** The keys of a list: J and K move, Enter opens, X selects, A and R open a prompt, Esc closes. */
import { useEffect, useRef } from "react";
import { onKey } from "../keys.ts";

type RowKeys<Row> = {
  readonly rows: readonly Row[];
  readonly isOn: boolean;
  readonly open: (row: Row) => void;
  readonly select: (row: Row) => void;
  readonly approve: ((row: Row) => void) | undefined;
  readonly reject: ((row: Row) => void) | undefined;
  readonly close: (() => void) | undefined;
};

/** Returns the ref for the table's body; the row with the focus inside is the current one. */
export function useRowKeys<Row>(options: RowKeys<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const rowsOf = () => [...(body.current?.querySelectorAll("tr") ?? [])];
    const place = () => rowsOf().findIndex((row) => row.contains(document.activeElement));
    const move = (step: number) => {
      const rows = rowsOf();
      const next = rows[Math.min(rows.length - 1, Math.max(0, place() + step))];
      // The button that opens the row, before the box that selects it.
      const opener = next?.querySelector<HTMLElement>("td > button");
      (opener ?? next?.querySelector<HTMLElement>("button, a, input"))?.focus();
    };
    const onRow = (act: ((row: never) => void) | undefined) => {
      const row = latest.current.rows[place()];
      if (row !== undefined) (act as ((row: Row) => void) | undefined)?.(row);
    };
    return onKey({
      j: () => move(1),
      k: () => move(-1),
      x: () => onRow(latest.current.select),
      a: () => onRow(latest.current.approve),
      r: () => onRow(latest.current.reject),
      Escape: () => latest.current.close?.(),
    });
  }, []);
  return body;
}
