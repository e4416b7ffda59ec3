/** One address of the address book, with its actions. */
import type { Address } from "@yunjing/contract/schemas/addresses";
import { Button } from "../../../../components/button.tsx";
import { Tag } from "../../../../components/tag.tsx";
import { CheckMark } from "../../../../components/checkbox.tsx";
import styles from "./address.module.css";

interface AddressCardProps {
  readonly address: Address;
  /** Describes the press action; screen readers announce it before the name. */
  readonly pressText: string;
  readonly onPress: () => unknown;
  readonly onEdit: () => unknown;
  readonly onDefault: () => Promise<void>;
  readonly onRemove: () => Promise<void>;
}

export function AddressCard(props: AddressCardProps) {
  const { address, pressText, onPress, onEdit, onDefault, onRemove } = props;
  const { name, phone, region, detail, tag, isDefault } = address;
  const what = `${name}，${detail}`;
  return (
    <li className="clip bg-surface radius-card">
      <button
        type="button"
        className={styles.main}
        aria-label={[pressText, name, phone, region, detail].join("，")}
        onClick={() => void onPress()}
      >
        <span className={styles.who}>
          <span className="text-16 ink-900 strong">{name}</span>
          <span className="text-14 ink-700">{phone}</span>
          {tag !== "" && <Tag>{tag}</Tag>}
        </span>
        <span className="grid text-14 ink-900">
          <span className="caption">{region}</span>
          <span>{detail}</span>
        </span>
      </button>
      <div className={styles.acts}>
        <button
          type="button"
          className={styles.default}
          aria-pressed={isDefault}
          aria-label={isDefault ? `默认地址，${what}` : `设为默认，${what}`}
          onClick={() => void (isDefault || onDefault())}
        >
          <CheckMark isOn={isDefault} />
          {isDefault ? "默认地址" : "设为默认"}
        </button>
        <Button appearance="line" size={32} label={`编辑，${what}`} onPress={onEdit}>
          编辑
        </Button>
        <Button appearance="line" size={32} label={`删除，${what}`} onPress={onRemove}>
          删除
        </Button>
      </div>
    </li>
  );
}
