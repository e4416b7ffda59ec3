/** 注销账号: the obstacles, the losses, the request, its cooling-off period and its withdrawal. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Closing } from "@yunjing/contract/schemas/closing";
import { api, apiQuery } from "../../api.ts";
import { ErrorBlock } from "../../components/empty-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { RequestForm } from "./closing/request-form.tsx";
import { PendingRequest } from "./closing/pending-request.tsx";

export default function UserClosingPage() {
  const { data: closing, isLoadingError, refetch } = useQuery(apiQuery(api.closing.show, {}));
  const queries = useQueryClient();
  const keep = (changed: Closing) => {
    queries.setQueryData(apiQuery(api.closing.show, {}).queryKey, changed);
    void queries.invalidateQueries({ queryKey: apiQuery(api.member.me, {}).queryKey });
  };
  if (!closing) {
    return (
      <div className="page page-padding gap-3">
        {isLoadingError ? <ErrorBlock onRetry={refetch} /> : <Skeleton shape="card" count={2} />}
      </div>
    );
  }
  return (
    <div className="page">
      {closing.state === "none" ? (
        <RequestForm closing={closing} onChanged={keep} onStale={refetch} />
      ) : (
        <PendingRequest closing={closing} onChanged={keep} />
      )}
    </div>
  );
}
