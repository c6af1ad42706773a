/** The k-th largest of the first `count` values, k from 1; reorders them. Quickselect (Hoare 1961). */
export function selectKthLargest(values: Float64Array, count: number, k: number): number {
  let first = 0;
  let last = count - 1;
  const target = k - 1;
  while (first < last) {
    const pivot = findMedian(values[first]!, values[(first + last) >> 1]!, values[last]!);
    let left = first;
    let right = last;
    while (left <= right) {
      while (values[left]! > pivot) left++;
      while (values[right]! < pivot) right--;
      if (left > right) break;
      const swapped = values[left]!;
      values[left++] = values[right]!;
      values[right--] = swapped;
    }
    if (target <= right) last = right;
    else if (target >= left) first = left;
    else break;
  }
  return values[target]!;
}

function findMedian(one: number, two: number, three: number): number {
  return Math.max(Math.min(one, two), Math.min(Math.max(one, two), three));
}
