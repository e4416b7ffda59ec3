/** 协议: one agreement with its draft, what members read, and its publication. */
import { useQuery } from "@tanstack/react-query";
import type { Agreement, AgreementKind } from "@yunjing/contract/schemas/agreements";
import type { AgreementDetail } from "@yunjing/contract/schemas/operators/agreements";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { Conflict } from "../../parts/conflict.tsx";
import { changesBetween } from "../../parts/record/changes.ts";
import type { DraftView } from "../../parts/draft-actions.tsx";
import { Diff } from "../../parts/record/diff.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { type Theirs, useDraft } from "../../parts/use-draft.ts";
import { AgreementForm } from "./agreement-form.tsx";
import { AgreementHead, type Saved } from "./agreement-head.tsx";
import { linesOf } from "./agreement-text.ts";
import { AgreementVersions } from "./agreement-versions.tsx";

/** What STATE_CHANGED carries: the draft that another operator stored. */
type Stored = Omit<Theirs<Agreement>, "draft"> & { readonly text: Agreement };
function storedIn(data: unknown): Theirs<Agreement> | undefined {
  const { current } = (data ?? {}) as { readonly current?: Stored };
  return current && { ...current, draft: current.text };
}

function AgreementEditor({ agreement }: { readonly agreement: AgreementDetail }) {
  const { kind, live } = agreement;
  const [view, setView] = useState<DraftView>();
  const hands = useDraft<Agreement, Saved>({
    draft: agreement.text,
    saved: agreement,
    save: (text, sinceVersion) =>
      api.operatorAgreements.saveDraft({ kind, sinceVersion, text: { ...text } }),
    theirsIn: storedIn,
  });
  const { draft, theirs, round, settle, change } = hands;
  return (
    <>
      <AgreementHead agreement={agreement} hands={hands} view={view} onView={setView} />
      <Conflict
        of="草稿"
        theirs={theirs}
        changes={() => (theirs ? changesBetween(linesOf(theirs.draft), linesOf(draft)) : [])}
        onSettle={settle}
      />
      {view === "changes" && (
        <Diff
          changes={changesBetween(linesOf(live.text), linesOf(draft))}
          heads={["会员读到的", "草稿"]}
        />
      )}
      {view === "versions" && (
        <AgreementVersions
          agreement={agreement}
          onRestore={(text) => {
            change(text);
            setView("changes");
          }}
        />
      )}
      {view === undefined && (
        <AgreementForm kind={kind} text={draft} round={round} onChange={change} />
      )}
    </>
  );
}

export function AgreementTab({ kind }: { readonly kind: AgreementKind }) {
  const query = useQuery(apiQuery(api.operatorAgreements.detail, { kind }));
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  const agreement = query.data;
  if (!agreement) return <Skeleton rows={6} tall />;
  const { live, nextVersion, waiting } = agreement;
  return (
    <AgreementEditor
      key={`${kind} ${live.version} ${nextVersion} ${waiting?.version}`}
      agreement={agreement}
    />
  );
}
