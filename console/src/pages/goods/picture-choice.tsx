/** A button that chooses a picture of this device and uploads it, cut to a square. */
import { ImageUp } from "lucide-react";
import { useId, useState } from "react";
import styles from "./picture-field.module.css";
import { PictureUpload } from "./picture-upload.tsx";

export function PictureChoice(props: {
  readonly label: string;
  readonly onDone: (pictureId: string) => void;
}) {
  const { label, onDone } = props;
  const [file, setFile] = useState<File>();
  const input = useId();
  return (
    <>
      <input
        id={input}
        className={styles.file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        onChange={(event) => {
          setFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <label className={styles.choose} htmlFor={input}>
        <ImageUp aria-hidden="true" />
        {label}
      </label>
      {file && (
        <PictureUpload
          file={file}
          onClose={() => setFile(undefined)}
          onDone={({ pictureId }) => onDone(pictureId)}
        />
      )}
    </>
  );
}
