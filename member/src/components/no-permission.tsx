/** The page for a member without the permission (mock 13): names what is missing and leads back. */
import { navigateBack } from "../shell/navigate.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** `what` is the beginning of the sentence: 生成兑换码. */
export const NoPermission = ({ what }: { readonly what: string }) => (
  <EmptyState scene="lock" title="暂无权限" note={`${what}需要开通权限，请联系管理员`}>
    <Button appearance="line" size={44} onPress={() => navigateBack()}>
      返回
    </Button>
  </EmptyState>
);
