/** The gallery of parts, in development only: every part in its states. */
import { Button } from "../parts/button.tsx";
import { Card, PageHead } from "../parts/page-head.tsx";
import { Denied, Empty, NoResult, Skeleton } from "../parts/state.tsx";
import { StateTag, TwoPersons } from "../parts/tag.tsx";

export function Gallery() {
  return (
    <>
      <PageHead
        title="组件"
        text="每个组件和它的状态"
        actions={<Button look="solid">保存</Button>}
      />
      <Card title="标签">
        <StateTag tone="ok">已完成</StateTag>
        <StateTag tone="sea">处理中</StateTag>
        <StateTag tone="warn">客服处理中</StateTag>
        <StateTag tone="bad">失败</StateTag>
        <StateTag tone="plum">退款中</StateTag>
        <StateTag tone="sand">已结束</StateTag>
        <StateTag tone="outline">未开始</StateTag>
        <TwoPersons />
      </Card>
      <Card title="状态">
        <Denied title="提现审核" permission="withdrawals:review" />
        <Empty title="没有要审的提现" />
        <NoResult />
        <Skeleton />
      </Card>
    </>
  );
}
