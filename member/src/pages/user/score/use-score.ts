/** Hooks of the points page: the summary, the goods by filter, and the daily sign-in. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { PointsSummary } from "@yunjing/contract/schemas/points";
import { api, operationKey, apiQuery } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { toast } from "../../../shell/facade/facade.ts";
import type { Filter } from "./filters.ts";
import { signedToday } from "./signed-today.ts";

const summary = apiQuery(api.points.summary, {});

export const usePoints = () => useQuery(summary);

export function useGoods({ input }: Filter) {
  return useInfiniteQuery({
    queryKey: [...operationKey(api.points.benefits), input],
    queryFn: ({ pageParam, signal }) =>
      api.points.benefits({ ...input, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/**
 * Signs in for today. The points are shown before the server responds and removed when it refuses.
 * A repeat adds no points and shows a message.
 */
export function useSignIn() {
  const queries = useQueryClient();
  const signing = useMutation({
    mutationFn: () => api.points.signIn({}),
    meta: { quiet: true },
    onMutate: async () => {
      await queries.cancelQueries({ queryKey: summary.queryKey });
      const before = queries.getQueryData<PointsSummary>(summary.queryKey);
      if (before) queries.setQueryData(summary.queryKey, signedToday(before));
      return { before };
    },
    onSuccess: (answer) => {
      queries.setQueryData(summary.queryKey, answer.summary);
      for (const key of [
        operationKey(api.points.records),
        operationKey(api.points.benefits),
        operationKey(api.member.me),
      ])
        void queries.invalidateQueries({ queryKey: key });
      return answer.isNew
        ? toast(`签到成功，得 ${answer.points} 积分`, { kind: "done" })
        : toast("今天已经签过了");
    },
    onError: (failure, _input, context) => {
      if (context?.before) queries.setQueryData(summary.queryKey, context.before);
      return toast(userMessageFor(failure), { kind: "failed" });
    },
  });
  return {
    /** True once a sign-in on this page has been answered with new points. */
    hasJustSigned: signing.isPending || signing.data?.isNew === true,
    sign: () => (signing.isPending ? undefined : signing.mutate()),
  };
}
