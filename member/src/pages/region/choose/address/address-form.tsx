/** Form for a new or changed address: pasted as a text, or filled in field by field. */
import type { Address } from "@yunjing/contract/schemas/addresses";
import { useState } from "react";
import { userMessageFor } from "../../../../device/failure.ts";
import { Button } from "../../../../components/button.tsx";
import { Chips } from "../../../../components/chip.tsx";
import { Field, FieldNote } from "../../../../components/field.tsx";
import { FlowSheet } from "../../../../components/flow-sheet.tsx";
import { Icon } from "../../../../components/icon.tsx";
import { chevron } from "../../../../components/icons.ts";
import { NoticeBar } from "../../../../components/notice-bar.tsx";
import { Switch } from "../../../../components/shop/switch.tsx";
import { toast } from "../../../../shell/facade/facade.ts";
import styles from "./address.module.css";
import { PasteBox } from "./paste-box.tsx";
import { RegionPicker } from "./region-picker.tsx";
import { type DraftView, phoneOf, useDraft } from "./use-draft.ts";

const TAGS = ["家", "公司", "学校"];
/** "+86 138 0013 8000" is typed before its spaces and plus sign are removed. */
const TYPED_PHONE_MAX = 20;

interface PartProps {
  readonly view: DraftView;
  readonly onRegion: () => void;
  /** The stored phone, masked. */
  readonly phone: string | undefined;
}

const RegionField = ({ view, onRegion }: Omit<PartProps, "phone">) => {
  const { region } = view.draft;
  const error = view.errorOf("region");
  return (
    <div>
      <span className={styles.fieldLabel}>所在地区</span>
      <button
        type="button"
        className={styles.regionField}
        aria-label={region === "" ? "选择所在地区" : `所在地区，${region}，更改`}
        aria-describedby="region-note"
        data-wrong={error ? "" : undefined}
        data-empty={region === "" ? "" : undefined}
        onClick={onRegion}
      >
        <span>{region === "" ? "省、市、区县" : region}</span>
        <Icon of={chevron} size={18} />
      </button>
      <FieldNote id="region-note" error={error} />
    </div>
  );
};

const Fields = ({ view, onRegion, phone }: PartProps) => {
  const { draft, change, errorOf } = view;
  return (
    <>
      <Field
        label="收货人"
        name="name"
        value={draft.name}
        onInput={(name) => change({ name })}
        placeholder="姓名"
        error={errorOf("name")}
        lengthMax={20}
        autoComplete="name"
        canClear
      />
      <Field
        label="手机号"
        name="phone"
        kind="tel"
        value={draft.phone}
        onInput={(typed) => change({ phone: phoneOf(typed) })}
        placeholder={phone ?? "11 位手机号"}
        hint={phone === undefined ? undefined : "留空则不变"}
        error={errorOf("phone")}
        lengthMax={TYPED_PHONE_MAX}
        autoComplete="tel-national"
        canClear
      />
      <RegionField view={view} onRegion={onRegion} />
      <Field
        label="详细地址"
        name="detail"
        value={draft.detail}
        onInput={(detail) => change({ detail })}
        placeholder="街道、楼栋、门牌"
        error={errorOf("detail")}
        lengthMax={100}
        autoComplete="street-address"
        canClear
      />
      <div>
        <span className={styles.fieldLabel}>标签</span>
        <Chips
          label="标签"
          on="surface"
          items={TAGS.map((text) => ({ id: text, text }))}
          value={draft.tag}
          onChoose={(tag) => change({ tag: tag === draft.tag ? "" : tag })}
        />
      </div>
      <Switch
        name="设为默认地址"
        note="选地址时排在最前"
        isOn={draft.isDefault}
        onChange={(isDefault) => change({ isDefault })}
      />
    </>
  );
};

interface AddressFormProps {
  /** Absent for a new address. */
  readonly address: Address | undefined;
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function AddressForm({ address, onSaved, onClose }: AddressFormProps) {
  const view = useDraft(address);
  const [isChoosing, setChoosing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = (): Promise<void> | undefined =>
    view.send()?.then(
      async () => {
        await onSaved();
        onClose();
        void toast(address ? "地址已修改" : "地址已保存", { kind: "done" });
      },
      (refused: unknown) => setFailure(userMessageFor(refused)),
    );
  if (isChoosing) {
    return (
      <RegionPicker
        codes={view.draft.regionCodes}
        onChoose={(chain) => {
          view.settle(chain);
          setChoosing(false);
        }}
        onClose={() => setChoosing(false)}
      />
    );
  }
  return (
    <FlowSheet
      reason="writing an address"
      title={address ? "编辑地址" : "新增地址"}
      onClose={onClose}
      foot={
        <Button appearance="sea" block busyText="正在保存" onPress={save}>
          保存
        </Button>
      }
    >
      <div className={styles.form}>
        {failure !== undefined && <NoticeBar kind="bad" text={failure} />}
        {!address && <PasteBox onFound={view.fill} />}
        <Fields view={view} phone={address?.phone} onRegion={() => setChoosing(true)} />
      </div>
    </FlowSheet>
  );
}
