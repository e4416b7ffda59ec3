/** What happened to one case: whom it was given to and what operators say about it. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type Item, type OutputOf } from "../../api/client.ts";
import { currentOperator, may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Timeline, type TimelineEvent } from "../../parts/record/timeline.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import styles from "./books.module.css";
import { stateWords } from "./case-words.ts";

type Row = Item<typeof api.operatorBooks.cases>;
type Detail = OutputOf<typeof api.operatorBooks.case>;

/** Gives it to a colleague or to oneself; without a choice it has no operator again. */
async function assign({ caseId, title, assignee }: Detail): Promise<void> {
  const { list } = await api.operatorBooks.colleagues({});
  const me = currentOperator()?.uid;
  await askReason({
    op: api.operatorBooks.assign,
    input: { caseId, ...(assignee && { fromId: assignee.id }) },
    title: "分配差错",
    effect: [title, "由这位同事处理；其他同事仍能看到"],
    fields: [
      {
        kind: "choice",
        name: "toId",
        label: "处理人",
        choices: list
          .filter(({ id }) => id !== assignee?.id)
          .map(({ id, name }) => [id, id === me ? `${name}（我）` : name] as const),
        ...(assignee && { help: "不选则退回无人处理" }),
      },
    ],
    confirm: "分配",
    done: "已分配",
  });
}

const comment = ({ caseId, title }: Detail) =>
  askReason({
    op: api.operatorBooks.comment,
    input: { caseId },
    title: "留言",
    effect: [title, "只有运营人员能看到"],
    confirm: "保存留言",
    reasonField: "text",
    done: "已留言",
  });

const noteTitles = { comment: "留言", assigned: "分配", released: "退回无人处理" } as const;

function eventsOf(detail: Detail): TimelineEvent[] {
  const { openedAt, closedAt, closing, state, notes } = detail;
  return [
    ...(closedAt === undefined
      ? []
      : [{ id: "end", at: closedAt, title: stateWords[state], text: closing }]),
    ...notes.toReversed().map(({ at, kind, by, to, text }, place) => ({
      id: `note ${place}`,
      at,
      title: to === undefined ? noteTitles[kind] : `${noteTitles[kind]}给 ${to.name}`,
      text,
      actor: by.name || "运营",
      isByPerson: true,
    })),
    { id: "begin", at: openedAt, title: "发现差错", actor: "系统" },
  ];
}

export function CaseTimeline({ row }: { readonly row: Row }) {
  const query = useQuery(apiQuery(api.operatorBooks.case, { caseId: row.caseId }));
  const { data: detail } = query;
  if (!detail)
    return query.isError ? (
      <Failed failure={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton rows={3} />
    );
  const isLive = detail.state === "open" || detail.state === "proposed";
  return (
    <Timeline title="操作时间线" events={eventsOf(detail)}>
      <div className={styles.actions}>
        {may("ledger:adjust", "ledger:approve") && (
          <Button size="small" onClick={() => void comment(detail)}>
            留言
          </Button>
        )}
        {isLive && may("ledger:adjust") && (
          <Button size="small" onClick={() => void assign(detail)}>
            分配
          </Button>
        )}
      </div>
    </Timeline>
  );
}
