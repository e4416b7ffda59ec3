/** A list that operators keep in order: brands, categories or search words; making and changing one. */
import type { Call } from "@yunjing/contract/calls";
import { useQuery } from "@tanstack/react-query";
import { ArrowUpDown, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { apiQuery } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { Gate } from "../../parts/gate.tsx";
import type { Column } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { text, useSearchState } from "../../parts/table/search-state.ts";
import { type Entry, OrderPanel, type OrderInput } from "./order-panel.tsx";

type Answer<Row> = { readonly list: readonly Row[]; readonly etag: string };
type Editing<Row> = {
  /** A row of the list, or what a new one begins with. */
  readonly edited: Partial<Row>;
  readonly rows: readonly Row[];
  readonly onEdit: (edited: Partial<Row>) => void;
  readonly onClose: () => void;
};

export function OrderedList<Row extends { readonly isOn: boolean }, O>(props: {
  readonly noun: string;
  readonly list: Call<Record<never, never>, Answer<Row>>;
  readonly order: Call<OrderInput, O>;
  readonly columns: readonly Column<Row>[];
  readonly entryOf: (row: Row) => Entry;
  readonly tabs: ReactNode;
  readonly emptyText: string;
  readonly form: (editing: Editing<Row>) => ReactNode;
}) {
  const { noun, list, order, columns, entryOf, tabs, emptyText, form } = props;
  const [edited, setEdited] = useState<Partial<Row>>();
  const [, setSearch] = useSearchState({ open: text() });
  const all = useQuery(apiQuery(list, {})).data;
  // TypeScript does not know that `isOn` alone is a part of every `Row`.
  const blank = { isOn: true } as Partial<Row>;
  return (
    <>
      <ResourceTable
        title={noun}
        query={() => apiQuery(list, {})}
        columns={columns}
        rowKey={(row) => entryOf(row).key}
        views={tabs}
        tools={
          <Gate may="catalog:edit">
            <Button icon={<ArrowUpDown />} onClick={() => setSearch({ open: "order" })}>
              调整顺序
            </Button>
            <Button icon={<Plus />} onClick={() => setEdited(blank)}>
              新增{noun}
            </Button>
          </Gate>
        }
        onOpen={setEdited}
        panel={(key, _row, close) =>
          key === "order" && all ? (
            <OrderPanel
              key={all.etag}
              title={`${noun}顺序`}
              op={order}
              etag={all.etag}
              entries={all.list.map(entryOf)}
              onClose={close}
            />
          ) : null
        }
        empty={{ title: `还没有${noun}`, text: emptyText }}
      />
      {edited &&
        form({
          edited,
          rows: all?.list ?? [],
          onEdit: setEdited,
          onClose: () => setEdited(undefined),
        })}
    </>
  );
}
