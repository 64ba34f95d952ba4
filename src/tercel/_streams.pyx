# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: freethreading_compatible=True, auto_pickle=False
"""NumPy's random streams, drawn as NumPy draws them, through the bit generator's own functions.

`indices` continues the stream of ``Generator.choice(n, size)`` and `SwapBits` that of
``Generator.integers(2, size=size, dtype=bool)``, number for number, in pieces of any size.
"""

from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_IsValid
from libc.stdint cimport uint32_t, uint64_t


cdef extern from "numpy/random/bitgen.h":
    ctypedef struct bitgen_t:
        void *state
        uint32_t (*next_uint32)(void *state) noexcept nogil


cdef bitgen_t *bitgen_of(object bit_generator) except NULL:
    cdef object capsule = bit_generator.capsule
    if not PyCapsule_IsValid(capsule, "BitGenerator"):
        raise ValueError("rng: its bit_generator has no valid BitGenerator capsule")
    return <bitgen_t *> PyCapsule_GetPointer(capsule, "BitGenerator")


cdef inline uint32_t bounded(bitgen_t *bitgen, uint32_t n) noexcept nogil:
    # Lemire (2019), with the 32-bit words in which NumPy draws below 2**32.
    cdef uint64_t product = <uint64_t> bitgen.next_uint32(bitgen.state) * n
    cdef uint32_t threshold
    if <uint32_t> product < n:
        threshold = (<uint32_t> -n) % n
        while <uint32_t> product < threshold:
            product = <uint64_t> bitgen.next_uint32(bitgen.state) * n
    return <uint32_t> (product >> 32)


def indices(object bit_generator, uint32_t n, uint32_t[:, ::1] out not None):
    """Fill `out` with draws from 0 to n - 1.

    Parameters
    ----------
    bit_generator : numpy.random.BitGenerator
        Advanced by the draws; its lock is held meanwhile.
    n : int
        At least 1. NumPy draws nothing for n = 1, and neither does this.
    out : ndarray of uint32, shape (n_replicates, n_draws)
        Filled row by row.
    """
    cdef bitgen_t *bitgen = bitgen_of(bit_generator)
    cdef Py_ssize_t r, i
    if n == 0:
        raise ValueError("n is 0, needs at least 1")
    with bit_generator.lock, nogil:
        for r in range(out.shape[0]):
            for i in range(out.shape[1]):
                out[r, i] = 0 if n == 1 else bounded(bitgen, n)


cdef class SwapBits:
    """Fair bits for one logical call of ``integers(2, size=(R, n), dtype=bool)``.

    NumPy takes 32 bits from a word, low bit first, across the ends of rows; what is left of a word
    is kept here between pieces.
    """

    cdef object bit_generator
    cdef uint32_t word
    cdef int left

    def __init__(self, object bit_generator):
        self.bit_generator = bit_generator
        self.word = 0
        self.left = 0

    def fill(self, uint64_t n, uint64_t[:, ::1] out not None):
        """Fill rows of 64-bit words with n bits each, the bits past n zero.

        Parameters
        ----------
        n : int
            Bits a row.
        out : ndarray of uint64, shape (n_replicates, ceil(n / 64))
            Bit i % 64 of word i // 64 is the bit of segment i.
        """
        cdef bitgen_t *bitgen = bitgen_of(self.bit_generator)
        cdef Py_ssize_t r
        cdef uint64_t i
        if <uint64_t> out.shape[1] != (n + 63) // 64:
            raise ValueError(f"out has {out.shape[1]} words a row, needs {(n + 63) // 64}")
        with self.bit_generator.lock, nogil:
            for r in range(out.shape[0]):
                out[r, :] = 0
                for i in range(n):
                    if self.left == 0:
                        self.word = bitgen.next_uint32(bitgen.state)
                        self.left = 32
                    out[r, <Py_ssize_t> (i >> 6)] |= <uint64_t> (self.word & 1) << (i & 63)
                    self.word >>= 1
                    self.left -= 1
