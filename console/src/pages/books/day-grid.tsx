/** The bills of the last days by source: which agree, which differ, which have not arrived. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Card } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { useNow } from "../../parts/use-now.ts";
import styles from "./books.module.css";
import { lastDays, sourceName } from "./case-words.ts";

type Day = Item<typeof api.operatorBills.list>;
const DAYS = 14;

export const differencesOf = ({ classes }: Day): number =>
  Object.values(classes).reduce((sum, count) => sum + count, 0);

/** The look of one day of one source, its words, and what its cell shows. */
function stateOf(row: Day): readonly [look: string, words: string, shown: string] {
  if (row.state === "waiting") return ["waiting", "账单未到", "等"];
  const differences = differencesOf(row);
  return differences > 0
    ? ["different", `${differences} 条不符`, String(differences)]
    : ["agrees", "一致", ""];
}

function Cell(props: {
  readonly row: Day | undefined;
  readonly onOpen: (source: string, day: string) => void;
}) {
  const { row, onOpen } = props;
  if (!row) return <td data-look="none" aria-label="没有账单" />;
  const [look, words, shown] = stateOf(row);
  const label = `${sourceName(row.source)} ${row.day}：${words}`;
  return (
    <td data-look={look}>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => onOpen(row.source, row.day)}
      >
        {shown}
      </button>
    </td>
  );
}

function Legend() {
  return (
    <span className={styles.legend}>
      <i data-look="agrees" aria-hidden="true" />
      一致
      <i data-look="different" aria-hidden="true" />
      有不符
      <i data-look="waiting" aria-hidden="true" />
      账单未到
      <i data-look="none" aria-hidden="true" />
      没有账单
    </span>
  );
}

/** `onOpen` opens a day of a source. */
export function DayGrid(props: { readonly onOpen: (source: string, day: string) => void }) {
  const query = useQuery(apiQuery(api.operatorBills.list, {}));
  const days = lastDays(DAYS, useNow());
  if (query.isPending) return <Skeleton rows={4} />;
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  const rows = new Map(query.data.list.map((row) => [`${row.source} ${row.day}`, row]));
  const sources = [...new Set(query.data.list.map(({ source }) => source))].toSorted();
  return (
    <Card title={`近 ${DAYS} 天账单`} aside={<Legend />}>
      <div className={styles.grid}>
        <table>
          <caption className="visually-hidden">每天每个来源的账单</caption>
          <thead>
            <tr>
              <th scope="col">来源</th>
              {days.map((day) => (
                <th key={day} scope="col">
                  {day === days.at(-1) ? "今天" : day.slice(5)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <tr key={source}>
                <th scope="row">{sourceName(source)}</th>
                {days.map((day) => (
                  <Cell key={day} row={rows.get(`${source} ${day}`)} onOpen={props.onOpen} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
