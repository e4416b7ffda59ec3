/** The withdrawals of one stage, with the filters that the lists of all stages share. */
import { api, apiQuery } from "../../api/client.ts";
import { ExportButton } from "../../parts/export-button/export-button.tsx";
import { exactSpanFilters } from "../../parts/table/exact-span.ts";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable, type ResourceTableProps } from "../../parts/table/resource-table.tsx";
import { useSearchState } from "../../parts/table/search-state.ts";
import {
  FILTER_SPEC,
  filterOf,
  filters,
  NO_FILTERS,
  PLACEHOLDER,
  type WithdrawalRow,
} from "./withdrawal-words.ts";

type Props = Omit<
  ResourceTableProps<WithdrawalRow>,
  "query" | "rowKey" | "filters" | "isFiltered" | "onClear"
> & { readonly stage: WithdrawalRow["stage"] };

/** `fresh` is offered only while no filter is set. */
export function WithdrawalList({ stage, fresh, ...table }: Props) {
  const [values, setSearch] = useSearchState(FILTER_SPEC);
  const isFiltered = Object.keys(values).length > 0;
  return (
    <ResourceTable
      {...table}
      query={(paging) =>
        apiQuery(api.operatorWithdrawals.list, { state: stage, ...filterOf(values), ...paging })
      }
      rowKey={({ withdrawalNo }) => withdrawalNo}
      fresh={isFiltered ? undefined : fresh}
      filters={
        <FilterBar
          savedAs="withdrawals"
          values={values}
          onChange={setSearch}
          filters={[...exactSpanFilters(values), ...filters]}
          placeholder={PLACEHOLDER}
        />
      }
      tools={
        <ExportButton
          kind="withdrawals"
          title="提现"
          filter={{ state: stage, ...filterOf(values) }}
        />
      }
      isFiltered={isFiltered}
      onClear={() => setSearch(NO_FILTERS)}
    />
  );
}
