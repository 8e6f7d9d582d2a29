enum { LO = 2, HI };
typedef enum { RED, GREEN, BLUE, CHANNELS } channel;
kernel void k(global int *a) {
    channel c = BLUE;
    a[get_global_id(0) * CHANNELS + c + HI] = LO;
}
