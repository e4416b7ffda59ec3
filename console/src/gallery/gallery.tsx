/** The gallery of parts, in development only: every part in its states. */
import { CircleAlert, Inbox } from "lucide-react";
import { ApiFailure } from "../api/failure.ts";
import { actionsOf, Checks, Comparison, Faces } from "../parts/approval/approval-content.tsx";
import { sampleApproval } from "../parts/approval/sample.ts";
import { Button } from "../parts/button.tsx";
import { Chart, Spark } from "../parts/chart/chart.tsx";
import { GoodsPicture } from "../parts/goods-picture.tsx";
import { Card, CardRow, Figure, PageHead } from "../parts/page-head.tsx";
import { Facts, Notice, Panel, Section } from "../parts/panel.tsx";
import { askReason } from "../parts/prompt/ask-reason.ts";
import { Diff } from "../parts/record/diff.tsx";
import { Evidence } from "../parts/record/evidence.tsx";
import { Postings } from "../parts/record/postings.tsx";
import { Reveal } from "../parts/record/reveal.tsx";
import { Timeline } from "../parts/record/timeline.tsx";
import { Conflict, Denied, Empty, Failed, NoResult, Offline, Skeleton } from "../parts/state.tsx";
import { Count, IconTile, Initial, Key, LevelTag, StateTag, TwoPersons } from "../parts/tag.tsx";
import { accept, DateSample, FormSample } from "./form-sample.tsx";
import styles from "./gallery.module.css";
import { AttemptsSample, ExportSample } from "./record-samples.tsx";
import { ShellSample } from "./shell-sample.tsx";
import { TableSample } from "./table-sample.tsx";

const SAMPLE_AT = 1_795_000_000_000;
const failure = new ApiFailure({
  code: "HTTP_503",
  status: 503,
  requestId: "01a20758-0991-76a8-b4e0-86cc69630b00",
});

const ask = (look: "solid" | "coral" | "danger") =>
  askReason({
    op: accept,
    input: {},
    title: "批准退款",
    effect: ["微信原路退回 ¥440.00", "取消本单得的 440 积分"],
    fields: [{ kind: "money", name: "amountFen", label: "金额", isRequired: true }],
    confirm: "批准并退 ¥440.00",
    look,
  });

function Marks() {
  return (
    <Card title="标签与按钮">
      <div className={styles.pad}>
        <StateTag tone="ok">已完成</StateTag>
        <StateTag tone="sea">处理中</StateTag>
        <StateTag tone="warn">客服处理中</StateTag>
        <StateTag tone="bad">失败</StateTag>
        <StateTag tone="plum">退款中</StateTag>
        <StateTag tone="sand">已结束</StateTag>
        <StateTag tone="outline">未开始</StateTag>
        <TwoPersons />
        <LevelTag>黄金会员</LevelTag>
        <Count value={12} />
        <Count value={7} look="gold" />
        <Count value={1_284} look="sea" />
        <Key>⌘K</Key>
        <Initial name="林知远" />
        <IconTile icon={Inbox} />
        {["phone", "burger", "coffee", "video", "car", "ticket", "coins", "other"].map(
          (artwork) => (
            <GoodsPicture key={artwork} artwork={artwork} size="small" />
          ),
        )}
      </div>
      <div className={styles.pad}>
        <Button>查看</Button>
        <Button look="solid">保存</Button>
        <Button look="soft">试算</Button>
        <Button look="danger">停掉</Button>
        <Button look="coral">批准并退 ¥485.00</Button>
        <Button look="text">清空</Button>
        <Button look="solid" busy="提交中…">
          提交
        </Button>
        <Button look="solid" disabled>
          不可用
        </Button>
      </div>
    </Card>
  );
}

function States() {
  return (
    <div className={styles.states}>
      <Card>
        <Denied title="提现审核" permission="withdrawals:review" />
      </Card>
      <Card>
        <Empty title="没有要审的提现" text="新的会出现在这里，也在审批箱计数。" />
      </Card>
      <Card>
        <NoResult onClear={() => {}} />
      </Card>
      <Card>
        <Failed failure={failure} onRetry={() => {}} />
      </Card>
      <Card title="载入中">
        <Skeleton />
        <Offline since={SAMPLE_AT} />
      </Card>
      <Card>
        <Conflict text="沈若溪刚刚改过它，没有覆盖任何人。" onReload={() => {}} />
      </Card>
    </div>
  );
}

function Records() {
  return (
    <div className={styles.records}>
      <Card title="记录">
        <div className={styles.pad}>
          <div className={styles.block}>
            <Diff changes={[{ field: "可用积分", before: "12,480", after: "14,480" }]} />
          </div>
          <div className={styles.block}>
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
          </div>
          <Evidence urls={["/console/assets/none.png"]} />
          <Reveal
            masked="138****0001"
            label="查看完整手机号"
            used={1}
            most={50}
            onReveal={() => Promise.resolve("13800000001")}
          />
        </div>
      </Card>
      <div className={styles.stack}>
        <Panel
          title="移动话费充值 10 元"
          tags={<StateTag tone="warn">结果未知</StateTag>}
          text="20261122 17363 22051 9"
          onClose={() => {}}
          foot={
            <>
              <Button look="danger">拒绝</Button>
              <Button look="coral">批准并退 ¥9.90</Button>
            </>
          }
        >
          <Notice tone="warn" icon={<CircleAlert aria-hidden="true" />}>
            结果未知，不是失败。
          </Notice>
          <Section title="退款概况">
            <Facts
              rows={[
                ["微信支付", "¥8.90", "原路退回"],
                ["余额", "¥1.00"],
              ]}
              total={["合计", "¥9.90"]}
            />
          </Section>
        </Panel>
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
      </div>
    </div>
  );
}

const noEnd = () => undefined;

export function Gallery() {
  return (
    <ShellSample>
      <PageHead
        title="组件"
        text="每个组件和它的状态"
        actions={<Button look="solid">保存</Button>}
      />
      <div className={styles.cards}>
        <Marks />
        <CardRow>
          <Figure label="余额" value="¥326.40" aside="本金 200.00 · 赠送 68.40" />
          <Figure label="超时" value="3" aside="最久 26 分" tone="warn" />
          <Figure label="差异" value="−¥12.00" aside="昨日账单" tone="bad" />
        </CardRow>
        <Card title="列表">
          <TableSample />
        </Card>
        <Card title="表单与确认">
          <div className={styles.pad}>
            <FormSample />
            <DateSample />
            <Button onClick={() => void ask("solid")}>普通确认</Button>
            <Button onClick={() => void ask("coral")}>动钱的确认</Button>
            <Button onClick={() => void ask("danger")}>不可恢复的确认</Button>
          </div>
        </Card>
        <States />
        <Records />
        <AttemptsSample />
        <ExportSample />
        <Card title="审批">
          <div className={styles.pad}>
            <div className={styles.block}>
              <Faces detail={sampleApproval} />
              <Comparison detail={sampleApproval} revealed={undefined} end={noEnd} />
              <Checks checks={sampleApproval.checks} />
              {actionsOf(sampleApproval, true, noEnd)}
            </div>
          </div>
        </Card>
        <Card>
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
          <div className={styles.pad}>
            <Spark values={[3, 5, 4, 8]} />
          </div>
        </Card>
      </div>
    </ShellSample>
  );
}
