import type { ComponentType, ReactNode } from 'react';
import { createElement, useEffect, useState } from 'react';
import { i18n, loadNamespaces } from '#platform/i18n.ts';
import type { Namespace } from '#platform/resources.ts';
import { toast } from '#platform/toast.ts';
import { NotLoaded } from './notLoaded.tsx';

type Options<Part> = {
  /** Shown until the code is there. */
  waiting?: ReactNode;
  /** Shown where the code does not come; it gets the same props. */
  instead?: Part;
  /** It is the whole page: where it does not come, one may still sign out. */
  page?: boolean;
  /** Catalogues of its own, loaded beside its code. */
  namespaces?: readonly Namespace[];
};

/**
 * A part whose code comes when it is first shown. Where it does not come, a part that can be closed is closed with a message,
 * and any other says so in its place; the next use asks for it again. It never takes anything else down with it.
 */
export function onDemand<Part extends ComponentType<never>>(
  fetchPart: () => Promise<Part>,
  { waiting = null, instead, page = false, namespaces = [] }: Options<Part> = {},
): Part & { load: () => Promise<Part> } {
  let ready: Part | null = null;
  const load = async () => (ready ??= (await Promise.all([fetchPart(), loadNamespaces(...namespaces)]))[0]);

  function OnDemand(props: { onClose?: () => void }) {
    const [part, setPart] = useState(() => ready);
    const [missing, setMissing] = useState(false);
    const { onClose } = props;
    const closes = onClose !== undefined && !instead;
    useEffect(() => {
      if (part || missing) return undefined;
      let shown = true;
      load().then(
        (loaded) => shown && setPart(() => loaded),
        () => shown && setMissing(true),
      );
      return () => {
        shown = false;
      };
    }, [part, missing]);
    useEffect(() => {
      if (!missing || !closes) return;
      toast.error(i18n.t('part_missing'));
      onClose();
    }, [missing, closes, onClose]);
    const drawn = part ?? (missing ? instead : null);
    // The props are those of the part: whoever draws this one is held to them by the type that it is given out with.
    if (drawn) return createElement(drawn as unknown as ComponentType<object>, props);
    return missing && !closes ? <NotLoaded page={page} onRetry={() => setMissing(false)} /> : waiting;
  }
  // It takes what the part takes and hands it on, which a generic component cannot say.
  return Object.assign(OnDemand as unknown as Part, { load });
}
