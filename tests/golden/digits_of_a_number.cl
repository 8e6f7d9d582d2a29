kernel void k(global uchar *o, uint n) {
    int j = 0;
    do {
        o[j] = n % 10;
        n /= 10;
        j++;
    } while (n);
}
