import type { PictureKindName } from '@vitrine/contract/system/files.ts';
import { pictureKinds } from '#endpoints/system/files.ts';

const drawing = 'image/svg+xml';
/** Browsers do not agree on the type of an icon, so its name counts. */
const icon = /\.ico$/i;

/** Files that a place takes as they are, beside pictures that are cropped: what a file dialog is told, and whether a file is one. */
export function alsoTaken(purpose: PictureKindName): { accepted: string[]; takes: (file: File) => boolean } {
  const also: readonly string[] = pictureKinds[purpose].also;
  const [drawings, icons] = [also.includes(drawing), also.includes('image/x-icon')];
  return {
    accepted: [...(drawings ? [drawing] : []), ...(icons ? ['.ico'] : [])],
    takes: ({ type, name }) => (drawings && type === drawing) || (icons && icon.test(name)),
  };
}
