/** Files that the server makes: saved by the browser, or read to go on with. Apart from `http.ts`, because the sign-in page has none. */
import { fillPath, queryOnWire } from '@vitrine/contract/client.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import axios from 'axios';
import { http, type Parts } from './http.ts';

/** The error of a download, with its body parsed from the blob. */
async function readRefusal(error: unknown): Promise<never> {
  if (axios.isAxiosError(error) && error.response?.data instanceof Blob) {
    error.response.data = JSON.parse(await error.response.data.text()) as unknown;
  }
  throw error;
}

async function readBlob(endpoint: Endpoint, { params = {}, query = {} }: Parts) {
  const url = fillPath(endpoint.path, params);
  return http
    .request<Blob>({ method: endpoint.method, url, params: queryOnWire(endpoint, query), responseType: 'blob' })
    .catch(readRefusal);
}

/** The text of a file, to go on with. */
export const readFile = async (endpoint: Endpoint, parts: Parts): Promise<string> => (await readBlob(endpoint, parts)).data.text();

/** Downloads a file and lets the browser save it, under the server's name unless the page knows a better one. */
export async function saveFile(endpoint: Endpoint, parts: Parts, betterName?: string): Promise<void> {
  const { data, headers } = await readBlob(endpoint, parts);
  const name = /filename\*=UTF-8''([^;]+)/.exec(String(headers['content-disposition']))?.[1] ?? 'file';
  const address = URL.createObjectURL(data);
  const link = Object.assign(document.createElement('a'), { href: address, download: betterName ?? decodeURIComponent(name) });
  link.click();
  URL.revokeObjectURL(address);
}

/** Lets the browser write a file to the disk by itself, from an address that is its own key: nothing of it passes through the page. */
export function saveFrom(address: string): void {
  Object.assign(document.createElement('a'), { href: address, download: '' }).click();
}
