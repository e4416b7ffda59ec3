/** The versions of an agreement: who published what and when, what each changed, withdrawing. */
import { useQuery } from "@tanstack/react-query";
import type { Agreement } from "@yunjing/contract/schemas/agreements";
import type {
  AgreementDetail,
  AgreementVersion,
} from "@yunjing/contract/schemas/operators/agreements";
import { api, apiQuery } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { timeText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { changesBetween } from "../../parts/record/changes.ts";
import { Diff } from "../../parts/record/diff.tsx";
import { Empty, Failed, Skeleton } from "../../parts/state.tsx";
import { StateTag, type Tone } from "../../parts/tag.tsx";
import { VersionList } from "../../parts/version-list.tsx";
import { linesOf } from "./agreement-text.ts";
import styles from "./content.module.css";

const states: Readonly<Record<AgreementVersion["state"], readonly [Tone, string]>> = {
  live: ["ok", "会员读到的"],
  waiting: ["warn", "定时"],
  past: ["sand", "过去"],
  withdrawn: ["sand", "已撤下"],
};

type Kind = AgreementDetail["kind"];

/** What a version changed against the one before it; version 0 is the installed text. */
function Changes({ kind, version }: { readonly kind: Kind; readonly version: number }) {
  const of = (wanted: number) =>
    apiQuery(api.operatorAgreements.version, { kind, version: wanted });
  const before = useQuery(of(version - 1));
  const after = useQuery(of(version));
  const failed = [before, after].find(({ isError }) => isError);
  if (failed) return <Failed failure={failed.error} onRetry={() => void failed.refetch()} />;
  if (!before.data || !after.data) return <Skeleton rows={3} />;
  const changes = changesBetween(linesOf(before.data.text), linesOf(after.data.text));
  if (changes.length === 0) return <p className={styles.quiet}>没有不同</p>;
  const earlier = version === 1 ? "安装时的文本" : `第 ${version - 1} 版`;
  return <Diff changes={changes} heads={[earlier, `第 ${version} 版`]} />;
}

const withdraw = (kind: Kind, { version, startsAt }: AgreementVersion) =>
  askReason({
    op: api.operatorAgreements.withdraw,
    input: { kind, version },
    title: `撤下第 ${version} 版`,
    effect: [`第 ${version} 版不再于 ${timeText(startsAt)} 生效`, "会员读到的不变"],
    confirm: "撤下",
    look: "danger",
    done: "已撤下",
  });

export function AgreementVersions(props: {
  readonly agreement: AgreementDetail;
  /** Puts the text of a version into the draft. */
  readonly onRestore: (text: Agreement) => void;
}) {
  const { kind } = props.agreement;
  const query = useQuery(apiQuery(api.operatorAgreements.versions, { kind, pageSize: 50 }));
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={4} />;
  const { list } = query.data;
  if (list.length === 0) {
    return <Empty title="还没有版本" text="会员读到的是安装时的文本，第一次发布后出现版本。" />;
  }
  const restore = async (version: number) =>
    props.onRestore((await api.operatorAgreements.version({ kind, version })).text);
  return (
    <VersionList
      list={list}
      label="版本"
      nameOf={(version) => `第 ${version} 版`}
      tagsOf={({ state, mustAgreeAgain }) => {
        const [tone, word] = states[state];
        return (
          <>
            <StateTag tone={tone}>{word}</StateTag>
            {mustAgreeAgain && <StateTag tone="sea">须重新同意</StateTag>}
          </>
        );
      }}
      textOf={({ state, at, startsAt, by, reason }) => (
        <>
          {timeText(at)} {by.name}
          {state === "waiting" && `，${timeText(startsAt)} 生效`} · {reason}
        </>
      )}
      changesLabelOf={(version) => `第 ${version} 版看改动`}
      changesOf={(version) => <Changes kind={kind} version={version} />}
      actionsOf={(row) => (
        <>
          <Gate may={["catalog:edit", "content:edit"]}>
            <Button
              size="small"
              aria-label={`第 ${row.version} 版放进草稿`}
              onClick={() => void restore(row.version)}
            >
              放进草稿
            </Button>
          </Gate>
          {row.state === "waiting" && (
            <Gate may="catalog:publish">
              <Button size="small" onClick={() => void withdraw(kind, row)}>
                撤下
              </Button>
            </Gate>
          )}
        </>
      )}
    />
  );
}
