/** The head of the home page's editor: what is live, what waits, and publishing now or later. */
import { api } from "../../api/client.ts";
import { DraftActions, type DraftView } from "../../parts/draft-actions.tsx";
import { timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { StateTag } from "../../parts/tag.tsx";
import type { DraftHands } from "../../parts/use-draft.ts";
import type { Block, HomeState, Saved } from "./blocks.ts";

type Hands = DraftHands<readonly Block[], Saved>;

const publish = (home: HomeState, sinceVersion: number, isLater: boolean) =>
  askReason({
    op: api.operatorHomePage.publish,
    input: { sinceVersion },
    title: isLater ? `定时发布 v${home.nextVersion}` : `发布 v${home.nextVersion}`,
    effect: [
      "全部版块成为一个版本",
      isLater ? "到时会员自动看到，之前可以撤下" : "会员 2 秒内看到，可随时回退",
      ...(home.waiting ? [`等待中的 v${home.waiting.version} 会撤下`] : []),
    ],
    confirm: isLater ? "定时发布" : `发布 v${home.nextVersion}`,
    look: "coral",
    done: isLater ? "已定时" : "已发布",
    fields: isLater ? [{ kind: "instant", name: "at", label: "生效时间", isRequired: true }] : [],
  });

function headText({ publishedAt, publishedBy }: HomeState): string {
  const rule = "按城市、人群、时间分别生效；发布后 2 秒内会员可见";
  return publishedAt === undefined
    ? `${rule}；还没有发布过`
    : `${rule}；上次 ${publishedBy?.name ?? ""} ${timeText(publishedAt)}`;
}

export function Head(props: {
  readonly home: HomeState;
  readonly hands: Hands;
  readonly view: DraftView | undefined;
  readonly onView: (view: DraftView | undefined) => void;
}) {
  const { home, hands, view, onView } = props;
  const { version, nextVersion, waiting, isDraftOpen } = home;
  const isOpen = isDraftOpen || hands.hasSaved || hands.state !== "saved";
  return (
    <PageHead
      title="首页装修"
      tags={
        <>
          <StateTag tone="ok">{version > 0 ? `线上 v${version}` : "线上：未经发布"}</StateTag>
          {waiting && (
            <StateTag tone="warn">
              定时 v{waiting.version} · {timeText(waiting.startsAt)}
            </StateTag>
          )}
          {isOpen && (
            <StateTag tone="warn">
              草稿 v{nextVersion} · 改了 {hands.saved.changed.length} 块
            </StateTag>
          )}
        </>
      }
      text={headText(home)}
      actions={
        <DraftActions
          hands={hands}
          isOpen={isOpen}
          view={view}
          onView={onView}
          versionsLabel="回退"
          publishLabel={`发布 v${nextVersion}`}
          onPublish={(since, isLater) => publish(home, since, isLater)}
        />
      }
    />
  );
}
