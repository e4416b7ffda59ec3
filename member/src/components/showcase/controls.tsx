/** Showcase, second section: buttons, fields and choices. */
import { useState } from "react";
import { BottomSheet } from "../bottom-sheet.tsx";
import { Button } from "../button.tsx";
import { Chips } from "../chip.tsx";
import { Choice } from "../choice.tsx";
import { CodeField } from "../code-field.tsx";
import { Facts } from "../facts.tsx";
import { Field } from "../field.tsx";
import { paste, refresh } from "../icons.ts";
import { scan } from "../page-icons.ts";
import { Stepper } from "../stepper.tsx";
import { Tabs } from "../tabs.tsx";
import { Checkbox } from "../checkbox.tsx";
import { ShowcaseSection, ShowcaseRow } from "./showcase-section.tsx";

const aSecond = () => new Promise<void>((done) => setTimeout(done, 1000));
const states = [
  { id: "all", text: "全部", count: 18 },
  { id: "wait", text: "待下单", count: 5 },
  { id: "held", text: "冻结中", count: 1 },
  { id: "done", text: "已到账", count: 8 },
];
const eating = [
  { id: "in", name: "堂食", note: "店内取餐入座" },
  { id: "out", name: "外带", note: "打包，不加包装费" },
];
const videos = [
  { id: "a", name: "优酷 VIP 月卡", note: "充值到手机号" },
  { id: "b", name: "腾讯视频 VIP 月卡", note: "充值到 QQ 号或手机号" },
  { id: "c", name: "芒果 TV 月卡", note: "今日已兑完，明天 10:00 补货", isShut: true },
];
const slots = ["12:00", "12:15", "12:30", "12:45", "13:00"].map((name, place) => ({
  id: name,
  name,
  isShut: place === 0,
}));

const Buttons = () => (
  <ShowcaseSection title="按钮">
    <ShowcaseRow>
      <Button appearance="main" onPress={aSecond}>
        确认兑换
      </Button>
      <Button icon={refresh} onPress={aSecond}>
        重新加载
      </Button>
      <Button appearance="line">再想想</Button>
      <Button appearance="soft">导航</Button>
    </ShowcaseRow>
    <Button appearance="main" block busy>
      确认兑换
    </Button>
    <Button appearance="main" block reason="还差 8 位">
      查询
    </Button>
    <Button appearance="main" block>
      支付 ¥2.50 并用掉餐券
    </Button>
    <ShowcaseRow>
      <Button size={32} onPress={aSecond}>
        去支付
      </Button>
      <Button size={32} appearance="soft">
        去使用
      </Button>
      <Button size={32} appearance="line">
        取消订单
      </Button>
      <Button size={44} appearance="line">
        取消
      </Button>
      <Button size={44}>确定</Button>
    </ShowcaseRow>
  </ShowcaseSection>
);

function Fields() {
  const [phone, setPhone] = useState("138 0000 6027");
  const [sms, setSms] = useState("407315");
  const [name, setName] = useState("");
  const [code, setCode] = useState("7K3M9QXT2V");
  const [foreign, setForeign] = useState("KFC-2026-AB12CD");
  return (
    <ShowcaseSection title="输入">
      <Field label="手机号" kind="tel" value={phone} onInput={setPhone} before="+86" canClear />
      <Field
        label="验证码"
        kind="digits"
        value={sms}
        onInput={setSms}
        spaced
        error="验证码不对，还可以试 4 次"
      />
      <Field
        label="收货人"
        value={name}
        onInput={setName}
        placeholder="请填姓名"
        hint="用于积分好物寄送"
      />
      <Field label="充值手机号" kind="tel" value={phone} onInput={setPhone} fine="号码可充" />
      <CodeField value={code} onInput={setCode} />
      <CodeField
        value={foreign}
        onInput={setForeign}
        label="别处发的兑换码"
        error="兑换码无效或已使用"
      />
      <ShowcaseRow>
        <Button appearance="soft" block icon={paste}>
          粘贴
        </Button>
        <Button appearance="soft" block icon={scan}>
          扫一扫
        </Button>
      </ShowcaseRow>
    </ShowcaseSection>
  );
}

function Choices() {
  const [chip, setChip] = useState("all");
  const [tab, setTab] = useState("all");
  const [way, setWay] = useState("in");
  const [video, setVideo] = useState("a");
  const [slot, setSlot] = useState("12:15");
  const [count, setCount] = useState(1);
  const [agreed, setAgreed] = useState(true);
  return (
    <ShowcaseSection title="选择">
      <Tabs label="卡包" items={states.slice(0, 2)} value={tab} onChoose={setTab} />
      <Tabs label="状态" items={states} value={tab} onChoose={setTab} appearance="lined" />
      <Chips label="筛选" items={states} value={chip} onChoose={setChip} on="surface" />
      <Choice label="用餐方式" items={eating} value={way} onChoose={setWay} appearance="pair" />
      <Choice label="取餐时段" items={slots} value={slot} onChoose={setSlot} appearance="slots" />
      <Choice label="选择会员" items={videos} value={video} onChoose={setVideo} />
      <ShowcaseRow>
        <Stepper label="香辣鸡腿堡" value={count} onChange={setCount} max={3} />
        <Stepper label="薯条" value={0} onChange={setCount} />
        <Stepper label="公仔" value={1} onChange={setCount} min={1} max={1} appearance="plain" />
        <Checkbox isOn={agreed} onChange={setAgreed}>
          已阅读并同意<a href="#terms">《用户协议》</a>
        </Checkbox>
      </ShowcaseRow>
    </ShowcaseSection>
  );
}

function Sheets() {
  const [isOpen, setOpen] = useState(false);
  return (
    <ShowcaseSection title="底部弹层">
      <Button appearance="line" onPress={() => setOpen(true)}>
        打开
      </Button>
      <BottomSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="确认兑换"
        note="先用最早到期的积分，兑换后不可退回。"
        foot={
          <Button appearance="main" block onPress={() => setOpen(false)}>
            扣 2,600 积分和 ¥9.90，确认兑换
          </Button>
        }
      >
        <Facts
          boxed
          items={[
            { name: "积分", value: "3,260 − 2,600，剩 660" },
            { name: "余额", value: "¥128.50 − ¥9.90，剩 ¥118.60", isStrong: true },
          ]}
        />
      </BottomSheet>
    </ShowcaseSection>
  );
}

export const ControlsShowcase = () => (
  <>
    <Buttons />
    <Fields />
    <Choices />
    <Sheets />
  </>
);
