import banana from '../../../../demo/photos/banana.jpg';
import lime from '../../../../demo/photos/lime.jpg';
import tomatoes from '../../../../demo/photos/tomatoes.jpg';

/** Photos to try, by name. */
export const samples = { tomatoes, banana, lime } as const;

export type SampleName = keyof typeof samples;

export const sampleNames = Object.keys(samples) as SampleName[];
