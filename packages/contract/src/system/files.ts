/** Small files that people put into the portal: pictures beside words, and attachments. */
import { z } from 'zod';
import type { Access } from '../endpoint.ts';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { upload } from '../upload.ts';

const megabyte = 1_048_576;

type PictureKind = {
  can: Access;
  max_bytes: number;
  /** Width by height; null for a free form. */
  ratio: number | null;
  /** The picture is kept at most this wide, and as high as its form allows. */
  width: number;
  /** As what it is kept: lossless for what is small and sharp, and for logos because readers of mails know no WebP. */
  stored: 'image/png' | 'image/webp';
  /** What is taken beside PNG, JPEG and WebP; drawings and icons are drawn into points and never kept. */
  also: readonly PictureSource[];
};

type PictureSource = 'image/svg+xml' | 'image/x-icon';
const [png, webp] = ['image/png', 'image/webp'] as const;
const drawing = ['image/svg+xml'] as const;

/** What a picture is for decides who may send it, its form and its size (docs/reference/product-rules.md 18). */
export const pictureKinds = {
  cover: { can: { capability: 'reports', right: 'write' }, max_bytes: megabyte, ratio: 16 / 9, width: 1280, stored: webp, also: [] },
  group_cover: {
    can: { capability: 'report_groups', right: 'write' },
    max_bytes: megabyte,
    ratio: 16 / 9,
    width: 1280,
    stored: webp,
    also: [],
  },
  icon: { can: { capability: 'report_groups', right: 'write' }, max_bytes: megabyte, ratio: 1, width: 128, stored: png, also: [] },
  picture: { can: { capability: 'own_profile', right: 'write' }, max_bytes: megabyte, ratio: 1, width: 512, stored: webp, also: [] },
  logo: { can: { capability: 'branding', right: 'write' }, max_bytes: megabyte, ratio: null, width: 640, stored: png, also: drawing },
  background: {
    can: { capability: 'branding', right: 'write' },
    max_bytes: megabyte,
    ratio: null,
    width: 1920,
    stored: webp,
    also: drawing,
  },
  favicon: {
    can: { capability: 'branding', right: 'write' },
    max_bytes: megabyte / 4,
    ratio: 1,
    width: 128,
    stored: png,
    also: [...drawing, 'image/x-icon'],
  },
  brand_icon: { can: { capability: 'branding', right: 'write' }, max_bytes: megabyte, ratio: 1, width: 256, stored: png, also: drawing },
  notice_picture: {
    can: { capability: 'notification_sending', right: 'use' },
    max_bytes: megabyte,
    ratio: null,
    width: 1280,
    stored: webp,
    also: [],
  },
} as const satisfies Record<string, PictureKind>;
export type PictureKindName = keyof typeof pictureKinds;

/** Files that are stored unchanged and only ever downloaded. */
const attachmentKinds = {
  ticket_attachment: { can: { capability: 'tickets', right: 'use' }, max_bytes: 10 * megabyte },
} as const satisfies Record<string, Pick<PictureKind, 'can' | 'max_bytes'>>;

export const uploadKinds = { ...pictureKinds, ...attachmentKinds };
export type UploadKind = keyof typeof uploadKinds;

/** Largest picture in pixels: a small file could otherwise unpack to more than a browser can hold. */
export const largestPicture = { side: 6000, pixels: 24_000_000 };

const storedFile = z.object({
  id,
  /** Address of the file. It is signed and works without a session. */
  address: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.number(),
});

export const add = endpoint({
  method: 'POST',
  path: '/api/files',
  can: 'session',
  acting: 'full',
  summary: 'Stores a file of the unit, sent as it is; it stays when something refers to its id within a day',
  max_bytes: 10 * megabyte,
  query: z.strictObject({
    kind: z.enum(Object.keys(uploadKinds) as [UploadKind, ...UploadKind[]]),
    name: z.string().trim().min(1).max(200).default('file'),
  }),
  body: upload,
  status: 201,
  answer: storedFile,
  audit: 'file.add',
});

/** What opens a file: its expiry and a signature. */
export const fileKey = z.string().regex(/^[0-9a-z]{1,12}\.[\w-]{32}$/);

export const read = endpoint({
  method: 'GET',
  path: '/api/files/:id/:key',
  can: 'public',
  summary: 'A file, by an address that the server has given away: pictures to be shown, everything else to be saved',
  params: z.strictObject({ id, key: fileKey }),
  answer: download,
});
