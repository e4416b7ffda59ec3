/** How much of what a member was told is unread; asked only of somebody who is logged in. */
import { useQuery } from "@tanstack/react-query";
import type { Unread } from "@yunjing/contract/schemas/messages";
import { api, q } from "../../api.ts";
import { tokenState } from "../../device/token.ts";

export function useUnread(): Unread | undefined {
  const { data } = useQuery({
    ...q(api.messages.unread, {}),
    enabled: tokenState() !== "missing",
    refetchOnMount: "always",
  });
  return data;
}
