/** Playlists of published reports, as people make and play them. */
import * as contract from '@vitrine/contract/playlists/playlists.ts';
import type { Browser } from './browser.ts';
import type { Published } from './publishing.ts';
import { grant, publishingScene } from './publishing.ts';
import type { World } from './world.ts';

/** A scene whose reports everybody of the unit may see, unless told otherwise. */
export async function playlistScene(world: World) {
  const made = await publishingScene(world);
  const publish = async (values: Published = {}, grants: Parameters<typeof grant>[2][] = [{ to: 'unit' }]) => {
    const report = await made.publish(values);
    for (const one of grants) await grant(made.admin, report, one);
    return report;
  };
  return { ...made, publish };
}

type Named = { id: string };

export const addPlaylist = (browser: Browser, reports: Named[], values: object = {}) =>
  browser.call(contract.add, { body: { name: 'Parede', slides: reports.map(({ id }) => ({ report_id: id })), ...values } });

const play = (browser: Browser, { id }: Named) => browser.call(contract.show, { params: { id } });

/** What the browser is shown of a playlist. */
export const playedTitles = async (browser: Browser, playlist: Named) => (await play(browser, playlist)).slides.map(({ title }) => title);

export async function openFirstSlide(browser: Browser, playlist: Named) {
  const [slide] = (await play(browser, playlist)).slides;
  return browser.call(contract.openSlide, { params: { id: playlist.id, slide_id: slide?.id ?? '' } });
}
