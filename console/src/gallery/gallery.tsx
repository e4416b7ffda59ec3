/** The gallery of parts, in development only: every part in its states. */
import { Button } from "../parts/button.tsx";
import { Chart, Spark } from "../parts/chart/chart.tsx";
import { Diff } from "../parts/record/diff.tsx";
import { Evidence } from "../parts/record/evidence.tsx";
import { Postings } from "../parts/record/postings.tsx";
import { Reveal } from "../parts/record/reveal.tsx";
import { Timeline } from "../parts/record/timeline.tsx";
import { SavedViews } from "../parts/table/saved-views.tsx";
import { Card, PageHead } from "../parts/page-head.tsx";
import { Conflict, Denied, Empty, NoResult, Offline, Skeleton } from "../parts/state.tsx";
import { StateTag, TwoPersons } from "../parts/tag.tsx";
import { FormSample } from "./form-sample.tsx";
import { TableSample } from "./table-sample.tsx";

const SAMPLE_AT = 1_795_000_000_000;

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
      <Card title="列表">
        <TableSample />
      </Card>
      <Card title="表单">
        <FormSample />
      </Card>
      <Card title="状态">
        <Denied title="提现审核" permission="withdrawals:review" />
        <Empty title="没有要审的提现" />
        <NoResult />
        <Skeleton />
        <Conflict text="沈若溪刚刚改过它，没有覆盖任何人。" onReload={() => {}} />
        <Offline since={SAMPLE_AT} />
      </Card>
      <Card title="记录">
        <Diff changes={[{ field: "可用积分", before: "12,480", after: "14,480" }]} />
        <Postings
          postings={[
            {
              debit: "expense:compensation",
              credit: "order:clearing",
              amount: 2_000,
              asset: "CNY",
            },
          ]}
        />
        <Evidence urls={["/console/assets/none.png"]} />
        <Reveal
          masked="138****0001"
          label="查看完整手机号"
          used={1}
          most={50}
          onReveal={() => Promise.resolve("13800000001")}
        />
        <SavedViews page="orders" />
      </Card>
      <Timeline
        title="时间线"
        events={[
          {
            id: "2",
            at: SAMPLE_AT,
            title: "转人工",
            actor: "林知远",
            isByPerson: true,
            tone: "warn",
          },
          { id: "1", at: SAMPLE_AT - 60_000, title: "已发给供应商" },
        ]}
      />
      <Card title="图表">
        <Chart
          title="每小时订单"
          unit="单"
          kind="line"
          names={["今天", "昨天"]}
          definition="已支付的订单，按支付时间。"
          points={[8, 9, 10, 11].map((hour) => ({
            label: `${hour}:00`,
            value: hour * 12,
            before: hour * 10,
          }))}
        />
        <Spark values={[3, 5, 4, 8]} />
      </Card>
    </>
  );
}
