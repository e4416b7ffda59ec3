/** How much of an export is written: its rows, and a bar where the list has a span. */
import type { api, Item } from "../../api/client.ts";
import { Progress, TwoLines } from "../../parts/table/columns.tsx";

type Row = Item<typeof api.operatorExports.list>;

export function Written({ row }: { readonly row: Row }) {
  const { rows, progress, state } = row;
  const text = rows.toLocaleString("en-US");
  if (state !== "running" || progress === undefined) return <>{text}</>;
  const bar = <Progress used={progress} total={100} label={`已写 ${progress}%`} />;
  return <TwoLines first={text} second={bar} />;
}
