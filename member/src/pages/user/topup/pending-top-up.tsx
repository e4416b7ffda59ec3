/** Back from paying outside this page: the top-up is read, then its outcome is waited for. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, apiQuery } from "../../../api.ts";
import { TopUpSheet } from "../../../components/pay/top-up-sheet.tsx";

interface AwaitedProps {
  readonly topUpNo: string;
  readonly onClose: () => void;
}

export function PendingTopUp({ topUpNo, onClose }: AwaitedProps) {
  const { data } = useQuery(apiQuery(api.wallet.topUpDetail, { topUpNo }));
  const queries = useQueryClient();
  if (!data) return null;
  return (
    <TopUpSheet
      topUp={data.topUp}
      onClose={() => {
        void queries.invalidateQueries();
        onClose();
      }}
    />
  );
}
