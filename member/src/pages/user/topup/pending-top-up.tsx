/** After payment outside this page: loads the top-up and waits for its outcome. */
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
