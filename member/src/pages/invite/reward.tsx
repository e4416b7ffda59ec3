/** 邀请明细: the rewards of invitations by friend, and why a reward has not been paid yet. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { api, apiQuery } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Dock } from "../../components/dock.tsx";
import { ErrorBlock } from "../../components/empty-state.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { navigateTo } from "../../shell/navigate.ts";
import { Friends } from "./reward/friends.tsx";
import { Head, HeadSkeleton } from "./reward/head.tsx";
import { Notices } from "./reward/notices.tsx";

const RulesSheet = lazy(() =>
  import("./reward/rules-sheet.tsx").then((module) => ({ default: module.RulesSheet })),
);

const toPoster = () => navigateTo("/pages/invite/poster");

export default function InviteRewardPage() {
  const { data: summary, isLoadingError } = useQuery(apiQuery(api.invite.summary, {}));
  const queries = useQueryClient();
  const [isReading, setReading] = useState(false);
  const refetch = () => queries.refetchQueries({ type: "active" });
  if (isLoadingError && !summary) {
    return <ErrorBlock note="没能读到邀请明细，你的奖励没有变化" onRetry={refetch} />;
  }
  const hasFriends = summary === undefined || summary.invited > 0;
  return (
    <div className="page">
      <PullRefresh onRefresh={refetch}>
        {summary ? <Head summary={summary} onRules={() => setReading(true)} /> : <HeadSkeleton />}
        <div className="page-body">
          {summary && <Notices summary={summary} />}
          <Friends onInvite={toPoster} />
        </div>
      </PullRefresh>
      {hasFriends && (
        <Dock>
          <Button block onPress={toPoster}>
            邀请好友
          </Button>
        </Dock>
      )}
      {isReading && summary && (
        <Suspense fallback={null}>
          <RulesSheet rules={summary.rules} onClose={() => setReading(false)} />
        </Suspense>
      )}
    </div>
  );
}
