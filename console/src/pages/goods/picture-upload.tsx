/** Cuts a chosen picture to a square, asks what it shows, and uploads it. */
import { useEffect, useState } from "react";
import { api, type OutputOf } from "../../api/client.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { Notice } from "../../parts/panel.tsx";
import styles from "./picture-field.module.css";

type Sides = { readonly width: number; readonly height: number };
/** `zoom` 1 keeps the shorter side; `x` and `y` are shares of what can be moved. */
type Cut = { readonly zoom: number; readonly x: number; readonly y: number };
const MIDDLE: Cut = { zoom: 1, x: 0.5, y: 0.5 };
const SHOWN_PX = 240;

const sliders = [
  ["zoom", "放大", 1, 4],
  ["x", "左右", 0, 1],
  ["y", "上下", 0, 1],
] as const;

/** Returns the part that is kept, as fractions of the sides. */
export function cropOf({ width, height }: Sides, { zoom, x, y }: Cut) {
  const side = Math.min(width, height) / zoom;
  const part = { width: side / width, height: side / height };
  return { x: x * (1 - part.width), y: y * (1 - part.height), ...part };
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x80_00)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x80_00)));
  return btoa(parts.join(""));
}

export function PictureUpload(props: {
  readonly file: File;
  readonly onClose: () => void;
  readonly onDone: (made: OutputOf<typeof api.operatorGoods.makePicture>) => void;
}) {
  const { file, onClose, onDone } = props;
  const [url] = useState(() => URL.createObjectURL(file));
  const [content, setContent] = useState<string>();
  const [sides, setSides] = useState<Sides>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [cut, setCut] = useState(MIDDLE);
  useEffect(() => {
    void base64Of(file).then(setContent);
  }, [file]);
  // A file that no browser shows is sent whole, and the server says why it refuses it.
  const crop = sides ? cropOf(sides, cut) : { x: 0, y: 0, width: 1, height: 1 };
  const head = (
    <>
      <div className={styles.cut}>
        <img
          src={url}
          alt="裁剪后的样子"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSides({ width, height })
          }
          onError={() => setUnreadable(true)}
          style={{
            width: SHOWN_PX / crop.width,
            height: SHOWN_PX / crop.height,
            left: (-crop.x * SHOWN_PX) / crop.width,
            top: (-crop.y * SHOWN_PX) / crop.height,
          }}
        />
      </div>
      {isUnreadable && <Notice tone="bad">这个文件不能显示，可能不是图片。</Notice>}
      {sliders.map(([name, label, min, max]) => (
        <label key={name} className={styles.slider}>
          {label}
          <input
            type="range"
            min={min}
            max={max}
            step={0.05}
            value={cut[name]}
            onChange={(event) => setCut({ ...cut, [name]: Number(event.target.value) })}
          />
        </label>
      ))}
    </>
  );
  return (
    <DrawerForm
      title="上传图片"
      op={api.operatorGoods.makePicture}
      head={head}
      fields={[
        {
          kind: "text",
          name: "alt",
          label: "图片说明",
          help: "读屏的会员听到的文字，例如：一杯加冰的燕麦拿铁",
          isRequired: true,
        },
      ]}
      toInput={({ alt }) => ({ alt: String(alt), crop, file: content ?? "" })}
      submit="裁剪并上传"
      done="图片已上传"
      reloads={[]}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
