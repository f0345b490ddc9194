/** An id of the preview, the same at every look. */
export const sampleId = (number: number): string => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
