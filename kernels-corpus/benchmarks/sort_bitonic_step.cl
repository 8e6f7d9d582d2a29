// One compare-exchange step of a bitonic sorter over the whole array, half a work-item for each element.
__kernel void sort_bitonic_step(__global uint *theArray, const uint pairDistance, const uint sameDirectionWidth,
                                const uint direction)
{
    uint sortIncreasing = direction & 1;
    const uint threadId = get_global_id(0);
    const uint leftId = (threadId % pairDistance) + (threadId / pairDistance) * 2 * pairDistance;
    const uint rightId = leftId + pairDistance;
    const uint leftElement = theArray[leftId];
    const uint rightElement = theArray[rightId];

    if ((threadId / sameDirectionWidth) % 2 == 1)
        sortIncreasing = 1 - sortIncreasing;

    const uint greater = max(leftElement, rightElement);
    const uint lesser = min(leftElement, rightElement);
    theArray[leftId] = sortIncreasing ? lesser : greater;
    theArray[rightId] = sortIncreasing ? greater : lesser;
}
